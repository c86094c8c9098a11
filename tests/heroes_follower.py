"""A player of H3ROES C4RDS who checks each message field by field against all that was said before.

It shares nothing with the rules of the package: it knows the guide that existing clients were written by.
"""

from __future__ import annotations

from typing import Any, Final

Fields = dict[str, Any]
Cards = dict[int, int]

PHASES: Final = {
    "init": ("", "round_end", "game_over"),
    "betting": ("init",),
    "initial_card_selection": ("betting",),
    "card_selection_own": ("initial_card_selection", "battle", "power_choice"),
    "card_selection_rival": ("card_selection_own",),
    "battle": ("card_selection_rival",),
    "power_choice": ("battle",),
    "round_end": ("battle", "power_choice"),
    "game_over": ("round_end",),
}
"""Each phase, and those that it may follow."""
NOBODYS: Final = ("init", "betting", "initial_card_selection", "round_end", "game_over")
"""Phases in which the current player is 1 because it is nobody's turn."""

FIELDS: Final[dict[str, dict[str, type]]] = {
    "sync_game_state": {
        "player_id": int,
        "phase": str,
        "current_player": int,
        "round_number": int,
        "turn_number": int,
        "own_revealed_cards": dict,
        "opponent_revealed_cards": dict,
        "own_joker_values": dict,
        "credits": int,
        "points": int,
        "current_bet": int,
        "opponent_credits": int,
        "opponent_points": int,
        "opponent_bet": int,
        "current_turn": dict,
    },
    "card_selected": {
        "selecting_player": int,
        "target_player": int,
        "slot_index": int,
        "card_id": int,
        "card_power": int,
        "is_own_selection": bool,
    },
    "dr_manhattan_reveal": {"rival_hand": dict, "duration": int},
    "battle_result": {
        "winner": int,
        "power_difference": int,
        "p1_card": int,
        "p1_power": int,
        "p2_card": int,
        "p2_power": int,
        "turn_number": int,
    },
    "initial_turn_determined": {
        "p1_card": int,
        "p1_power": int,
        "p2_card": int,
        "p2_power": int,
        "starting_player": int,
    },
    "phase_change": {
        "phase": str,
        "current_player": int,
        "message": str,
        "turn_number": int,
        "round_number": int,
    },
    "round_end": {
        "round_winner": int,
        "p1_final_points": int,
        "p2_final_points": int,
        "p1_distance_from_34": int,
        "p2_distance_from_34": int,
        "credit_changes": dict,
        "new_credits": dict,
    },
    "game_over": {"result": str, "winner": int, "final_credits": list, "waiting_for_continue": bool},
}


OTHERS: Final = ("error", "presence")
"""Messages that say nothing of the match."""


def slots(cards: Fields) -> Cards:
    """Keys of maps are texts over the wire."""
    return {int(slot): card for slot, card in cards.items()}


class Follower:
    def __init__(self) -> None:
        self.me = 0
        self.phase = ""
        self.current = 1
        self.round = 0
        self.turn = 0
        self.revealed: dict[int, Cards] = {1: {}, 2: {}}
        self.powers: dict[int, Cards] = {1: {}, 2: {}}
        self.known: Cards = {}
        """What Dr. Manhattan showed this player of the rival's cards."""
        self.points = {1: 0, 2: 0}
        self.credits = {1: 100, 2: 100}
        self.bets = {1: 0, 2: 0}
        self.picked: list[tuple[int, int]] = []
        """Player and slot, in this turn."""
        self.difference = 0
        """What may be added or subtracted."""
        self.choice = ""
        self.matches = 0
        """That are over."""
        self.counted: dict[str, int] = {}
        self._resuming = False
        """What came between was missed: the next sync is taken as it is."""
        self._is_back = False
        """The last message was that sync."""
        self._blind = False
        """Cards of this turn may have been shown while nobody listened: what follows from them is not checked."""

    def lost_touch(self) -> None:
        self._resuming = True

    def acted(self, type_: str, fields: Fields) -> None:
        if type_ == "place_bet":
            self.bets[self.me] = fields["amount"]
        elif type_ == "power_choice":
            self.choice = fields["choice"]

    def heard(self, type_: str, payload: Fields) -> None:
        if type_ in OTHERS:
            return
        fields = FIELDS[type_]
        wanted = set(fields) | ({"power_difference"} if payload.get("phase") == "power_choice" else set())
        if type_ == "sync_game_state":
            wanted -= {"power_difference"}
        assert set(payload) == wanted, f"{type_}: {payload}"
        for name, kind in fields.items():
            assert type(payload[name]) is kind, f"{type_}.{name}: {payload[name]!r}"
        self.counted[type_] = self.counted.get(type_, 0) + 1
        if self._resuming and type_ not in ("sync_game_state", "dr_manhattan_reveal"):
            raise AssertionError(f"{type_} before it was said how things stand")
        getattr(self, f"_{type_}")(payload)
        self._is_back = self._is_back and type_ == "sync_game_state"

    # -- Phases ----------------------------------------------------------------------------------------------------

    def _phase_change(self, told: Fields) -> None:
        phase = told["phase"]
        assert self.phase in PHASES[phase], f"{phase} after {self.phase}"
        assert told["message"]
        if phase == "init":
            self._new_round()
        elif phase == "card_selection_own":
            if self.phase != "initial_card_selection":
                self._settle_points()
                self.current = 3 - self.current
            self.turn += 1
            self.picked = []
        elif phase == "power_choice":
            assert told["power_difference"] > 0
            assert told["power_difference"] == self.difference
        elif phase == "round_end":
            self._settle_points()
            assert self.turn == 10
        self.phase = phase
        expected = 1 if phase in NOBODYS else self.current
        assert told["current_player"] == expected, told
        assert (told["round_number"], told["turn_number"]) == (self.round, self.turn), told

    def _new_round(self) -> None:
        self.round = self.round + 1 if self.phase == "round_end" else 1
        if self.phase != "round_end":
            self.credits = {1: 100, 2: 100}
        self.turn = 1
        self.revealed, self.powers, self.known = {1: {}, 2: {}}, {1: {}, 2: {}}, {}
        self.points, self.bets = {1: 0, 2: 0}, {1: 0, 2: 0}
        self.picked = []
        self.difference = 0
        self.choice = ""

    def _settle_points(self) -> None:
        """The player whose turn it was has chosen; the rival's choice is seen by the points that are told next."""
        if self.phase == "power_choice" and self.choice:
            assert self.current == self.me
            self.points[self.me] += self.difference if self.choice == "add" else -self.difference
            self.difference = 0
            self.choice = ""
        elif self.phase == "battle":
            self.difference = 0

    def _agree_on_points(self, told: dict[int, int]) -> None:
        if self._blind:
            self.points, self.difference = told, 0
        if self.difference and self.phase != "power_choice":  # the rival has chosen
            rival = 3 - self.me
            assert told[rival] in (self.points[rival] + self.difference, self.points[rival] - self.difference)
            self.points[rival] = told[rival]
            self.difference = 0
        assert told == self.points

    # -- Cards -----------------------------------------------------------------------------------------------------

    def _card_selected(self, told: Fields) -> None:
        who, owner, slot, card, power = (
            told[name] for name in ("selecting_player", "target_player", "slot_index", "card_id", "card_power")
        )
        assert told["is_own_selection"] == (who == owner)
        assert slot in range(10)
        assert slot not in self.revealed[owner], "this card was shown already"
        assert card in range(68)
        assert all(card not in cards.values() for cards in self.revealed.values()), "this card is another already"
        assert (power in range(1, 69)) if card == 0 else power == card
        if self.phase == "initial_card_selection":
            assert who == owner
            assert not self.revealed[owner]
        else:
            assert who == self.current
            assert self.phase == ("card_selection_own" if who == owner else "card_selection_rival")
        if owner != self.me and slot in self.known:
            assert self.known.pop(slot) == card, "Dr. Manhattan showed another card"
        self.revealed[owner][slot] = card
        self.powers[owner][slot] = power
        self.picked.append((owner, slot))

    def _last_of(self, player: int) -> tuple[int, int]:
        [slot] = [slot for owner, slot in self.picked if owner == player]
        return self.revealed[player][slot], self.powers[player][slot]

    def _two_cards(self, told: Fields) -> tuple[int, int]:
        for player in () if self._blind else (1, 2):
            assert (told[f"p{player}_card"], told[f"p{player}_power"]) == self._last_of(player), told
        return told["p1_power"], told["p2_power"]

    def _initial_turn_determined(self, told: Fields) -> None:
        one, two = self._two_cards(told)
        starter = told["starting_player"]
        assert starter in ((1, 2) if one == two else (1,) if one > two else (2,))
        self.current = starter
        self.picked = []

    def _battle_result(self, told: Fields) -> None:
        assert self.phase == "battle"
        one, two = self._two_cards(told)
        assert told["winner"] == (1 if one > two else 2 if two > one else 0)
        assert told["power_difference"] == abs(one - two)
        assert told["turn_number"] == self.turn
        self.difference = abs(one - two) if told["winner"] == self.current else 0

    def _dr_manhattan_reveal(self, told: Fields) -> None:
        assert told["duration"] == 5
        hand = slots(told["rival_hand"])
        if self._is_back:  # shown once more to whoever comes back
            assert hand
            assert not self.known or self.known == hand
        else:
            assert self.phase == "battle"
            assert self.current == self.me
            assert self._last_of(self.me)[0] == 67
        rival = 3 - self.me
        assert set(hand) == set(range(10)) - set(self.revealed[rival])
        assert not set(hand.values()) & {*self.revealed[1].values(), *self.revealed[2].values()}
        assert len(set(hand.values())) == len(hand)
        self.known = hand

    # -- Ends ------------------------------------------------------------------------------------------------------

    def _round_end(self, told: Fields) -> None:
        assert self.phase == "round_end"
        points = {1: told["p1_final_points"], 2: told["p2_final_points"]}
        self._agree_on_points(points)
        distances = [abs(points[player] - 34) for player in (1, 2)]
        assert [told["p1_distance_from_34"], told["p2_distance_from_34"]] == distances
        winner = 1 if distances[0] < distances[1] else 2 if distances[1] < distances[0] else 0
        assert told["round_winner"] == winner
        changes = {player: self.bets[player] if player == winner else -self.bets[player] for player in (1, 2)}
        assert told["credit_changes"] == {f"p{player}_change": change for player, change in changes.items()}
        for player, change in changes.items():
            self.credits[player] += change
        assert told["new_credits"] == {f"p{player}_credits": held for player, held in self.credits.items()}

    def _game_over(self, told: Fields) -> None:
        assert self.phase == "game_over"
        assert told["waiting_for_continue"] is True
        assert told["final_credits"] == [self.credits[1], self.credits[2]]
        rich = [player for player, held in self.credits.items() if held >= 1000]
        broke = [player for player, held in self.credits.items() if held <= 0]
        if rich:
            assert told["result"] == "real_winner"
            assert told["winner"] in rich
        else:
            assert told["result"] == "busted"
            assert told["winner"] == (0 if len(broke) == 2 else 3 - broke[0])
        self.matches += 1

    # -- How things stand ------------------------------------------------------------------------------------------

    def _sync_game_state(self, told: Fields) -> None:
        if not self.me:
            self.me = told["player_id"]
        me, rival = self.me, 3 - self.me
        assert told["player_id"] == me
        assert set(told["current_turn"]) == {"own_card_selected", "rival_card_selected"}
        assert {type(value) for value in told["current_turn"].values()} == {bool}
        if self._resuming:
            self._adopt(told)
            return
        assert told["phase"] == self.phase, told
        assert told["current_player"] == (1 if self.phase in NOBODYS else self.current)
        assert (told["round_number"], told["turn_number"]) == (self.round, self.turn)
        assert slots(told["own_revealed_cards"]) == self.revealed[me]
        assert slots(told["opponent_revealed_cards"]) == self.revealed[rival]
        jokers = {slot: self.powers[me][slot] for slot, card in self.revealed[me].items() if card == 0}
        assert slots(told["own_joker_values"]) == jokers
        assert told["credits"] == self.credits[me]
        assert told["opponent_credits"] == self.credits[rival]
        self._agree_on_points({me: told["points"], rival: told["opponent_points"]})
        self._agree_on_bets(told)
        if self.phase != "game_over":
            chosen = self._chosen()
            assert told["current_turn"] == {"own_card_selected": chosen[0], "rival_card_selected": chosen[1]}, told
        if self.phase in ("betting", "card_selection_own"):
            self._blind = False

    def _agree_on_bets(self, told: Fields) -> None:
        me, rival = self.me, 3 - self.me
        if self.phase == "betting":
            # A bet may be under way, and that of the rival is not shown.
            assert told["current_bet"] in (0, self.bets[me])
            assert told["opponent_bet"] == 0
            return
        if not self.bets[rival]:
            self.bets[rival] = told["opponent_bet"]
        assert (told["current_bet"], told["opponent_bet"]) == (self.bets[me], self.bets[rival])
        assert told["opponent_bet"] > 0
        assert told["current_bet"] > 0

    def _chosen(self) -> tuple[bool, bool]:
        if self.phase == "initial_card_selection":
            return bool(self.revealed[self.me]), bool(self.revealed[3 - self.me])
        return self.phase in ("card_selection_rival", "power_choice"), self.phase == "power_choice"

    def _adopt(self, told: Fields) -> None:
        """After a gap. It may not lead back: cards that were shown stay so within a round."""
        me, rival = self.me, 3 - self.me
        own, other = slots(told["own_revealed_cards"]), slots(told["opponent_revealed_cards"])
        if told["round_number"] == self.round and self.phase not in ("", "game_over"):
            assert told["turn_number"] >= self.turn
            assert own.items() >= self.revealed[me].items()
            assert other.items() >= self.revealed[rival].items()
        self._resuming = False
        self._is_back = True
        self._blind = told["phase"] not in ("betting", "card_selection_own")
        self.phase, self.current = told["phase"], told["current_player"]
        if told["round_number"] != self.round:
            self.known = {}
        self.known = {slot: card for slot, card in self.known.items() if slot not in other}
        self.picked = []
        self.difference = 0
        self.round, self.turn = told["round_number"], told["turn_number"]
        for player, cards in ((me, own), (rival, other)):
            known = self.powers[player]
            self.revealed[player] = cards
            self.powers[player] = {slot: card or known.get(slot, 0) for slot, card in cards.items()}
        self.powers[me] |= slots(told["own_joker_values"])
        self.credits = {me: told["credits"], rival: told["opponent_credits"]}
        self.points = {me: told["points"], rival: told["opponent_points"]}
        self.bets = {me: told["current_bet"], rival: told["opponent_bet"]}
        self.choice = ""
