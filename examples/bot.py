"""A bot that sits down at a table on a server by its link: python examples/bot.py http://localhost:8000/t/TABLE"""

import asyncio
import subprocess
import sys
import tempfile

import houserules as hr
from houserules import client


class Hasty(hr.Bot):
    """Lays whatever it may lay, and takes the pile only if it must."""

    def choose(self, view: hr.View) -> hr.Move:
        plays = [move for move in view.legal if isinstance(move, hr.Play)]
        if hr.Ready() in view.legal:
            return hr.Ready()  # it swaps no cards before the first play
        return self.chance.choice(plays or view.legal)


async def main(link: str) -> None:
    print("Hasty plays at", link)
    outcome = await client.play_bot(link, Hasty(), name="Hasty")
    print("The places, by seat:", *outcome.places)


# Without a link: a server of our own, with a table and somebody to play against.


async def demonstrate(server: str) -> None:
    async with await client.open_table(server, game="duel", seats=2, name="Ann") as ann:
        print("A table for two at", ann.invite)
        await asyncio.gather(main(ann.invite), client.play_match(ann, hr.bot("medium", ann.game)))


def serve_and_demonstrate() -> None:
    with tempfile.TemporaryDirectory() as folder:
        words = ["serve", "--port", "0", "--messages-per-second", "1000", "--database", f"sqlite:///{folder}/tables.db"]
        command = [sys.executable, "-m", "houserules", *words]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                asyncio.run(demonstrate(server.stdout.readline().split()[-1]))
            finally:
                server.kill()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(main(sys.argv[1]))
    else:
        serve_and_demonstrate()
