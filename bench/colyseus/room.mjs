// H3ROES C4RDS as a Colyseus room: plain messages, no state schema. `node room.mjs PORT` serves it.
import { Room, Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";

const JOKER = 0;
const MANHATTAN = 67;
const PICKING = ["initial_card_selection", "card_selection_own", "card_selection_rival"];

const below = (most) => Math.floor(Math.random() * most);

function shuffledDeck() {
  const deck = Array.from({ length: 68 }, (_, id) => id);
  for (let i = deck.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

const freshPlayer = () => ({ credits: 100, points: 0, current_bet: 0, hand: {}, joker_values: {}, revealed_cards: {} });

class HeroesCardsRoom extends Room {
  maxClients = 2;
  patchRate = null; // there is no state to patch
  seats = []; // clients, by player - 1

  onCreate() {
    const bare = (message) => message?.data ?? message ?? {};
    this.onMessage("place_bet", (client, message) => this.act(client, "place_bet", bare(message)));
    this.onMessage("play_card", (client, message) => this.act(client, "play_card", bare(message)));
    this.onMessage("power_choice", (client, message) => this.act(client, "power_choice", bare(message)));
    this.onMessage("continue_game", (client) => this.act(client, "continue_game", {}));
  }

  onJoin(client) {
    this.seats.push(client);
    client.userData = { player: this.seats.length };
    if (this.seats.length === 2) this.newMatch();
  }

  newMatch() {
    this.game = {
      phase: "init", current_player: 1, round_number: 1, turn_number: 1,
      players: { 1: freshPlayer(), 2: freshPlayer() },
      current_turn: null, difference: 0, waiting_for_continue: false,
    };
    this.startRound();
    this.sync();
  }

  startRound() {
    const game = this.game;
    const deck = shuffledDeck();
    for (const player of [game.players[1], game.players[2]]) {
      Object.assign(player, { points: 0, current_bet: 0, hand: {}, joker_values: {}, revealed_cards: {} });
      for (let slot = 0; slot < 10; slot++) {
        const card = deck.pop();
        player.hand[slot] = card;
        if (card === JOKER) player.joker_values[slot] = below(68) + 1;
      }
    }
    game.turn_number = 1;
    game.current_player = 1;
    this.clearTurn();
    this.enter("betting", "Place your bets");
  }

  clearTurn() {
    this.game.current_turn = {
      own_card_selected: false, rival_card_selected: false,
      own_slot: null, rival_slot: null, own_card_id: null, rival_card_id: null,
    };
  }

  enter(phase, message, more = undefined) {
    const game = this.game;
    game.phase = phase;
    this.broadcast("phase_change", {
      phase, current_player: game.current_player, message,
      turn_number: game.turn_number, round_number: game.round_number, ...more,
    });
  }

  act(client, action, data) {
    const player = client.userData.player;
    const problem = this.refusal(player, action, data) ?? this[action](player, data);
    if (problem) client.send("error", { message: problem });
    else this.sync();
  }

  refusal(player, action, data) {
    const game = this.game;
    if (!game) return "wait for the other player";
    switch (action) {
      case "place_bet":
        return game.phase === "betting" ? undefined : "bets are placed in the betting phase";
      case "play_card":
        if (!PICKING.includes(game.phase)) return "no card is picked now";
        if (game.phase !== "initial_card_selection" && player !== game.current_player) return "it is not your turn";
        if (!Number.isInteger(data.slot_index) || data.slot_index < 0 || data.slot_index > 9) return "a slot is 0 to 9";
        return undefined;
      case "power_choice":
        if (game.phase !== "power_choice") return "there is nothing to choose now";
        return player === game.current_player ? undefined : "it is not your turn";
      case "continue_game":
        return game.waiting_for_continue ? undefined : "the match is not over";
    }
  }

  place_bet(player, { amount }) {
    const { players } = this.game;
    if (!Number.isInteger(amount) || amount < 0 || amount > players[player].credits) return "a bet is 0 to your credits";
    players[player].current_bet = amount;
    if (players[1].current_bet > 0 && players[2].current_bet > 0) {
      this.enter("initial_card_selection", "Pick one of your cards");
    }
  }

  power(player, card, slot) {
    return card === JOKER ? this.game.players[player].joker_values[slot] : card;
  }

  reveal(selecting, target, slot) {
    const player = this.game.players[target];
    const card = player.hand[slot];
    delete player.hand[slot];
    player.revealed_cards[slot] = card;
    this.broadcast("card_selected", {
      selecting_player: selecting, target_player: target, slot_index: slot, card_id: card,
      card_power: this.power(target, card, slot), is_own_selection: selecting === target,
    });
    return card;
  }

  play_card(player, { slot_index: slot }) {
    const game = this.game;
    const turn = game.current_turn;
    const target = game.phase === "card_selection_rival" ? 3 - player : player;
    if (!(slot in game.players[target].hand)) return "this slot is empty";
    if (game.phase === "initial_card_selection") {
      if (Object.keys(game.players[player].revealed_cards).length > 0) return "you have picked already";
      this.reveal(player, player, slot);
      this.decideStarter();
    } else if (game.phase === "card_selection_own") {
      turn.own_slot = slot;
      turn.own_card_id = this.reveal(player, player, slot);
      turn.own_card_selected = true;
      this.enter("card_selection_rival", "Pick one of your rival's cards");
    } else {
      turn.rival_slot = slot;
      turn.rival_card_id = this.reveal(player, target, slot);
      turn.rival_card_selected = true;
      this.battle();
    }
  }

  decideStarter() {
    const { players } = this.game;
    const slots = [1, 2].map((one) => Object.keys(players[one].revealed_cards)[0]);
    if (slots[0] === undefined || slots[1] === undefined) return;
    const cards = [1, 2].map((one) => players[one].revealed_cards[slots[one - 1]]);
    const powers = [1, 2].map((one) => this.power(one, cards[one - 1], slots[one - 1]));
    const starter = powers[0] === powers[1] ? below(2) + 1 : powers[0] > powers[1] ? 1 : 2;
    this.broadcast("initial_turn_determined", {
      p1_card: cards[0], p1_power: powers[0], p2_card: cards[1], p2_power: powers[1], starting_player: starter,
    });
    this.game.current_player = starter;
    this.game.turn_number = 2;
    this.enter("card_selection_own", "Pick one of your cards");
  }

  battle() {
    const game = this.game;
    const turn = game.current_turn;
    const me = game.current_player;
    const rival = 3 - me;
    this.enter("battle", "Battle");
    if (turn.own_card_id === MANHATTAN) {
      this.seats[me - 1].send("dr_manhattan_reveal", { rival_hand: { ...game.players[rival].hand }, duration: 5 });
    }
    const mine = this.power(me, turn.own_card_id, turn.own_slot);
    const theirs = this.power(rival, turn.rival_card_id, turn.rival_slot);
    const winner = mine === theirs ? 0 : mine > theirs ? me : rival;
    game.difference = Math.abs(mine - theirs);
    const first = me === 1;
    this.broadcast("battle_result", {
      winner, power_difference: game.difference, turn_number: game.turn_number,
      p1_card: first ? turn.own_card_id : turn.rival_card_id, p1_power: first ? mine : theirs,
      p2_card: first ? turn.rival_card_id : turn.own_card_id, p2_power: first ? theirs : mine,
    });
    if (winner === me) this.enter("power_choice", "Add or subtract?", { power_difference: game.difference });
    else this.nextTurn();
  }

  power_choice(player, { choice }) {
    if (choice !== "add" && choice !== "subtract") return 'a choice is "add" or "subtract"';
    this.game.players[player].points += choice === "add" ? this.game.difference : -this.game.difference;
    this.nextTurn();
  }

  nextTurn() {
    const game = this.game;
    this.clearTurn();
    if (game.turn_number === 10) return this.endRound();
    game.turn_number++;
    game.current_player = 3 - game.current_player;
    this.enter("card_selection_own", "Pick one of your cards");
  }

  endRound() {
    const game = this.game;
    const { 1: one, 2: two } = game.players;
    const distances = [Math.abs(one.points - 34), Math.abs(two.points - 34)];
    const winner = distances[0] < distances[1] ? 1 : distances[1] < distances[0] ? 2 : 0;
    const changes = [winner === 1 ? one.current_bet : -one.current_bet, winner === 2 ? two.current_bet : -two.current_bet];
    one.credits += changes[0];
    two.credits += changes[1];
    game.current_player = 1;
    this.enter("round_end", "The round is over");
    this.broadcast("round_end", {
      round_winner: winner, p1_final_points: one.points, p2_final_points: two.points,
      p1_distance_from_34: distances[0], p2_distance_from_34: distances[1],
      credit_changes: { p1_change: changes[0], p2_change: changes[1] },
      new_credits: { p1_credits: one.credits, p2_credits: two.credits },
    });
    const rich = [one, two].findIndex((player) => player.credits >= 1000) + 1;
    const broke = [one, two].map((player) => player.credits <= 0);
    if (rich) this.gameOver("real_winner", rich);
    else if (broke[0] || broke[1]) this.gameOver("busted", broke[0] && broke[1] ? 0 : broke[0] ? 2 : 1);
    else if (game.round_number === 200) {
      this.gameOver("round_limit", one.credits === two.credits ? 0 : one.credits > two.credits ? 1 : 2);
    } else {
      game.round_number++;
      this.startRound();
    }
  }

  gameOver(result, winner) {
    const { players } = this.game;
    this.game.waiting_for_continue = true;
    this.enter("game_over", "The match is over");
    this.broadcast("game_over", {
      result, winner, final_credits: [players[1].credits, players[2].credits], waiting_for_continue: true,
    });
  }

  continue_game() {
    this.newMatch();
  }

  sync() {
    const game = this.game;
    for (const me of [1, 2]) {
      const own = game.players[me];
      const other = game.players[3 - me];
      const jokers = {};
      for (const slot in own.joker_values) if (slot in own.revealed_cards) jokers[slot] = own.joker_values[slot];
      this.seats[me - 1].send("sync_game_state", {
        player_id: me, phase: game.phase, current_player: game.current_player,
        round_number: game.round_number, turn_number: game.turn_number,
        own_revealed_cards: own.revealed_cards, opponent_revealed_cards: other.revealed_cards, own_joker_values: jokers,
        credits: own.credits, points: own.points, current_bet: own.current_bet,
        opponent_credits: other.credits, opponent_points: other.points,
        opponent_bet: game.phase === "betting" ? 0 : other.current_bet,
        current_turn: {
          own_card_selected: game.current_turn.own_card_selected,
          rival_card_selected: game.current_turn.rival_card_selected,
        },
      });
    }
  }
}

const server = new Server({ greet: false, transport: new WebSocketTransport({}) });
server.define("heroes_cards", HeroesCardsRoom);
await server.listen(Number(process.argv[2] ?? 2567), "127.0.0.1");
console.log("listening");
