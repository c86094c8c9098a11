"""A deal that nobody has to trust: the host commits, each player adds salt, the record can be checked afterwards."""

import houserules as hr
from houserules import fair


def main() -> None:
    secret = fair.new_secret()
    print("The host shows before anyone adds salt:", fair.commitment(secret))
    proof = hr.Proof.of(secret, salts=("ann's salt", "ben's salt"))

    match = hr.Match.new(hr.load("duel"), seats=2, proof=proof)
    record = match.record()

    # After the match the record, with the secret in it, goes to the players.
    replayed = hr.Match.from_record(record)
    assert replayed.proof is not None
    assert replayed.seed is not None
    print("The seed is the committed secret and both salts:", replayed.proof.holds(replayed.seed))


if __name__ == "__main__":
    main()
