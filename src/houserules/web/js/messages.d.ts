// Every message between page and server. tools/messages.py writes this file from the JSON Schema of the server.

export type AnySaid = SayMove | SayReady | SayStart | SayChat | SayHint | SayWhy | SayExplain | SayHistory | SayUndo | SayRematch | SayForfeit | SayLeave | SayBot | SayBack | SayWait | SayPause | SayResume | SayRemove | SayMute | SayChange | SayPing;
export type AnyTold = TellView | Seen | TellDone | TellStale | TellError | TellPresence | TellChat | TellClock | TellOver | TellHint | TellWhy | TellExplain | TellHistory | TellSeat | TellGone | TellPong;
/** Make a move. `seq` is that of the view it answers. */
export type SayMove = {
  type: "move";
  seq: number;
  move: string | Record<string, any>;
};
/** Wait for the deal. The salt goes into the seed. */
export type SayReady = {
  type: "ready";
  salt?: string;
  of?: number | null;
};
/** The host: do not wait for the chairs that are still empty; bots fill them. */
export type SayStart = {
  type: "start";
  of?: number | null;
};
/** A text, or one of the canned lines. */
export type SayChat = {
  type: "chat";
  text?: string;
  line?: "good-game" | "good-luck" | "hello" | "one-moment" | "oops" | "ouch" | "thanks" | "well-played" | null;
  of?: number | null;
};
/** What would a strong bot do in my place? */
export type SayHint = {
  type: "hint";
  of?: number | null;
};
/** Why did a bot make the move of step `seq`? Without a number: its last move. */
export type SayWhy = {
  type: "why";
  seq?: number | null;
  of?: number | null;
};
/** Would this move be allowed, and if not, why not? Nothing changes. */
export type SayExplain = {
  type: "explain";
  move: string | Record<string, any>;
  of?: number | null;
};
/** What happened in this match so far? */
export type SayHistory = {
  type: "history";
  since?: number | null;
  of?: number | null;
};
/** Take back the own last move, and all after it; or agree to what somebody else asked for. */
export type SayUndo = {
  type: "undo";
  count?: number | null;
  of?: number | null;
};
/** Play once more on the same seats, as soon as all people want it. */
export type SayRematch = {
  type: "rematch";
  salt?: string;
  of?: number | null;
};
/** Give up this match. */
export type SayForfeit = {
  type: "forfeit";
  of?: number | null;
};
/** Stand up for good: the token of the seat ends. A bot plays on; before the first deal the chair is empty again. */
export type SayLeave = {
  type: "leave";
  of?: number | null;
};
/** Let a bot play my seat until I say `back`; I keep the seat. */
export type SayBot = {
  type: "bot";
  of?: number | null;
};
/** I play my seat myself again. */
export type SayBack = {
  type: "back";
  of?: number | null;
};
/** A spectator waits for a seat: the next one that becomes free is theirs. */
export type SayWait = {
  type: "wait";
  name: string;
  of?: number | null;
};
/** The host: nobody moves and no clock runs until the host says `resume`. */
export type SayPause = {
  type: "pause";
  of?: number | null;
};
export type SayResume = {
  type: "resume";
  of?: number | null;
};
/** The host: a bot takes this person's seat, whose token ends. */
export type SayRemove = {
  type: "remove";
  seat: number;
  of?: number | null;
};
/** The host: this seat, or the spectators, may not chat; or may again. */
export type SayMute = {
  type: "mute";
  seat: number | null;
  on?: boolean;
  of?: number | null;
};
/** The host, before the deal: what is allowed at the table, and who its bots are. */
export type SayChange = {
  type: "change";
  hints?: boolean | null;
  undo?: boolean | null;
  public?: boolean | null;
  name?: string | null;
  bot?: BotAt | null;
  of?: number | null;
};
/** A bot on a seat. */
export type BotAt = {
  seat: number;
  level?: string | null;
  personality?: string | null;
  name?: string | null;
};
export type SayPing = {
  type: "ping";
  of?: number | null;
};
/** Where the table stands. A client that has this is whole. */
export type TellView = {
  type: "view";
  seq: number;
  view: View | null;
  match?: number;
  shown?: ShownAt | null;
};
export type View = Shedding.AnyView | HeartOfFive.AnyView | Heroes.AnyView;
/** How it ended: for each seat its place (1 is first, ties share) and payoff (1 for the first to 0), and why. */
export type Outcome = {
  places: number[];
  payoffs: number[];
  reason: string;
};
/** Which rules are played: for a title, and to tell whether two matches can be compared. */
export type Rules = {
  id: string;
  name: string;
  hash: string;
  extends?: string | null;
  changes?: number;
};
/** When a seat was shown cards for a moment: the step, and the time on the clock of the table. */
export type ShownAt = {
  seq: number;
  at: number;
};
/** A step as a viewer may see it. As JSON it is the message `events` of a server. */
export type Seen = {
  type: "events";
  seq: number;
  at: number;
  seat: number | null;
  move: Move | null;
  deed: ReadyToDeal | Forfeit | TimedOut | TakeOver | Sit | TakeBack | AgreeToTakeBack | Rematch | Start | Pause | Resume | Mute | Reopened | ChangeKey | ChangeTable | null;
  events: Event[];
  words: string[];
  turn: Turn;
  deal?: DealPlan | null;
  family?: string;
};
export type Move = Shedding.AnyMove | HeartOfFive.AnyMove | Heroes.AnyMove;
/** A person waits for the first deal. */
export type ReadyToDeal = {
  deed: "ready-to-deal";
  salt?: string;
};
/** A person gives up. With two seats the match is over; with more a bot plays on, and its place is the last. */
export type Forfeit = {
  deed: "forfeit";
};
/** The time of a person ran out, and a bot made one move. */
export type TimedOut = {
  deed: "timed-out";
  move: string;
};
/** A bot plays for a person from now on. */
export type TakeOver = {
  deed: "take-over";
  player: Player;
  empty?: boolean;
  keeps?: boolean;
};
/** A person, or a bot of some level. */
export type Player = {
  name: string;
  kind?: "bot" | "person";
  level?: string | null;
  personality?: string | null;
  limit?: Limit | null;
  strength?: number | null;
};
/** How long a bot may think about a move: milliseconds, or iterations of its search, which give the same move on */
export type Limit = {
  ms?: number | null;
  iterations?: number | null;
};
/** A person sits down where a bot played, or comes back. */
export type Sit = {
  deed: "sit";
  player: Player;
  empty?: boolean;
};
/** The last moves are to be taken back: at once against bots, when all people agree among people. */
export type TakeBack = {
  deed: "take-back";
  count: number;
};
export type AgreeToTakeBack = {
  deed: "agree-to-take-back";
};
/** A person wants another match. It is dealt when all people do, or at once if `Policies.rematch_by_one` says so. */
export type Rematch = {
  deed: "rematch";
  salt?: string;
};
/** Nobody waits any longer for people on empty chairs: bots fill them. */
export type Start = {
  deed: "start";
};
/** Nobody moves and no clock runs. */
export type Pause = {
  deed: "pause";
};
export type Resume = {
  deed: "resume";
};
/** A person lets a seat, or the spectators, chat no more, or again. Nothing else at the table changes. */
export type Mute = {
  deed: "mute";
  whom: number | null;
  on?: boolean;
};
/** Nobody had this table open for a while. Clocks go on with what they showed at the step before. */
export type Reopened = {
  deed: "reopened";
};
/** What opens a seat changes, or who is known to sit there. The table stays as it is. */
export type ChangeKey = {
  deed: "change-key";
  forgotten?: boolean;
};
/** Before a deal: other policies, or another bot on this seat. */
export type ChangeTable = {
  deed: "change";
  policies?: Policies | null;
  bot?: Player | null;
  stays?: boolean;
};
/** What is allowed at a table beside the rules. */
export type Policies = {
  undo?: boolean;
  hints?: boolean;
  ready_first?: boolean;
  rematch_by_one?: boolean;
};
export type Event = Shedding.AnyEvent | HeartOfFive.AnyEvent | Heroes.AnyEvent;
/** Whose turn it is after a move, and why. */
export type Turn = {
  seats: number[];
  skipped?: number[];
  again?: boolean;
  names?: string | null;
};
/** What a deal is made of: with it and the seed anyone can shuffle and deal again without knowing the rules. */
export type DealPlan = {
  decks: number;
  jokers: number;
  rounds?: Record<string, number>;
  without?: string[];
  stock?: number | null;
  bundle?: number;
  tribute?: Tribute | null;
};
/** Who gives cards to whom as soon as they are dealt, and which. Everybody sees them. */
export type Tribute = {
  giver: number;
  getter: number;
  cards?: number;
  gave?: string[];
  got?: string[];
};
/** What was asked for stands, now or already before. */
export type TellDone = {
  type: "done";
  of: number | null;
  seq: number;
};
/** The move was not made: something else happened after the view that it answered. */
export type TellStale = {
  type: "stale";
  of: number | null;
  seq: number;
};
/** Nothing has changed. */
export type TellError = {
  type: "error";
  code: string;
  message: string;
  of?: number | null;
};
/** Who is here, and what is allowed at this table. */
export type TellPresence = {
  type: "presence";
  seq: number;
  chairs: Chair[];
  you: number | null;
  watching?: number;
  waiting?: string[];
  paused?: boolean;
  dealt?: boolean;
  undo?: number | null;
  allows?: string[];
  name?: string;
  public?: boolean;
  commitment?: string;
};
/** Who sits on a chair. */
export type Chair = {
  name: string;
  bot?: boolean;
  level?: string | null;
  personality?: string | null;
  open?: boolean;
  forfeited?: boolean;
  keeps?: string | null;
  ready?: boolean;
  here?: boolean;
  away?: Away | null;
  host?: boolean;
  muted?: boolean;
  id?: string | null;
};
/** A person who lost the connection. */
export type Away = {
  since: number;
  at?: number | null;
};
export type TellChat = {
  type: "chat";
  at: number;
  seat: number | null;
  name: string;
  text: string;
  line?: string | null;
};
/** The clocks at the moment `at` of the server. */
export type TellClock = {
  type: "clock";
  seq: number;
  at: number;
  seats: SeatClock[];
};
export type SeatClock = {
  left: number;
  runs: boolean;
};
/** The match is over, and everything may be known. */
export type TellOver = {
  type: "over";
  seq: number;
  match: number;
  outcome: Outcome;
  seed: string;
  proof: Proof;
  record: string;
  commitment: string;
  evening?: Standing[];
  evening_over?: boolean;
  begins?: number | null;
  tribute?: Tribute | null;
};
/** Where the seed came from: the host's secret, committed to before anyone added a salt, and each player's salt. */
export type Proof = {
  commitment: string;
  server_seed: string;
  salts: string[];
};
/** How one player stands. */
export type Standing = {
  name: string;
  matches?: number;
  wins?: number;
  lasts?: number;
  points?: number;
  letters?: string;
};
export type TellHint = {
  type: "hint";
  of: number | null;
  move: string;
  reason: string;
  chance?: number | null;
  because?: Because[];
};
/** A fact that speaks for a move, for programs and for other languages. */
export type Because = {
  fact: string;
  amount: number;
  instead?: number | null;
};
export type TellWhy = {
  type: "why";
  of: number | null;
  seq: number;
  seat: number;
  reason: string | null;
  because?: Because[];
};
export type TellExplain = {
  type: "explain";
  of: number | null;
  explanation: Explanation;
};
/** Whether a move would be allowed and, if not, why: the code of the refusal, what is wrong, what would be legal. */
export type Explanation = {
  ok: boolean;
  code?: string | null;
  reason?: string;
  instead?: string;
};
/** What happened in this match, each step as the message `events` has it. */
export type TellHistory = {
  type: "history";
  of: number | null;
  seq: number;
  steps: Seen[];
  cut?: boolean;
};
/** A spectator who waited has a seat now: connect again with this token. */
export type TellSeat = {
  type: "seat";
  seat: number;
  token: string;
};
/** The last message on this connection; a code and a sentence say why it ends. */
export type TellGone = {
  type: "gone";
  code: string;
  message: string;
};
export type TellPong = {
  type: "pong";
  of: number | null;
  at: number;
};
/** How long people may think; at zero a bot makes one move for them. */
export type ClockRequest = {
  kind: "bank" | "turn";
  seconds: number;
  increment?: number;
};
export type TableRequest = {
  game?: string | null;
  house?: Record<string, any> | string | null;
  seats?: number | null;
  bots?: BotAt[];
  clock?: ClockRequest | null;
  public?: boolean;
  name?: string;
  player?: string;
  salt?: string | null;
  hints?: boolean;
  undo?: boolean;
  chat?: boolean;
  spectators?: boolean;
  delay?: number;
  away?: number;
};
export type TableMade = {
  table: string;
  seat: number;
  token: string;
  invite: string;
  commitment: string;
};
export type SeatRequest = {
  name: string;
  salt?: string | null;
  seat?: number | null;
};
export type SeatTaken = {
  seat: number;
  token: string;
};
/** A table, as everybody may see it who knows its id. */
export type TableInfo = {
  table: string;
  game: string;
  rules: string;
  title: string;
  name: string;
  public: boolean;
  status: "over" | "playing" | "waiting";
  seq: number;
  match: number;
  chairs: Chair[];
  watching: number;
  commitment: string;
  opened: number;
  clock?: ClockRequest | null;
  outcome?: Outcome | null;
  house?: Record<string, any> | null;
  allows?: string[];
};
/** A table in the lobby. */
export type Listing = {
  table: string;
  game: string;
  title: string;
  name: string;
  status: "over" | "playing" | "waiting";
  seats: number;
  people: number;
  open: number;
  bots: number;
  opened: number;
  public?: boolean;
  clock?: ClockRequest | null;
};
export type TableFound = {
  table: string;
};
export type Lobby = {
  tables: Listing[];
};
export type LevelInfo = {
  name: string;
  thinks: boolean;
};
export type GameInfo = {
  id: string;
  name: string;
  family: string;
  rules: string;
  seats_least: number;
  seats_most: number;
  levels: LevelInfo[];
  houses?: boolean;
};
export type Games = {
  games: GameInfo[];
};
export type RulesPage = {
  id: string;
  name: string;
  hash: string;
  page: string;
};
/** The same in both forms. */
export type GameRules = {
  id: string;
  name: string;
  hash: string;
  page: string;
  sheet: RuleSheet;
};
export type RuleSheet = {
  clauses: SheetClause[];
  parent?: string;
  summary?: string;
  changes?: SheetChange[];
  about?: string;
};
/** One rule in plain words. */
export type SheetClause = {
  number: string;
  text: string;
  heading?: string;
};
/** One rule in which a house differs from its parent. A house that lacks the rule says "" about it. */
export type SheetChange = {
  number: string;
  parent_says: string;
  house_says: string;
  parts?: SheetPart[];
};
/** Some words of a rule: both houses say them, only the parent does, or only the house. */
export type SheetPart = {
  kind: "gone" | "new" | "same";
  text: string;
};
export type HouseRequest = {
  house: Record<string, any> | string;
};
/** A house from which somebody may begin to write one. */
export type HouseStart = {
  id: string;
  name: string;
  family: string;
  about: string;
  document: Record<string, any>;
  whole: Record<string, any>;
  ships?: boolean;
};
export type Houses = {
  starts: HouseStart[];
  schemas: Record<string, any>;
};
export type HouseChecked = {
  ok: boolean;
  family?: string | null;
  document?: Record<string, any> | null;
  toml?: string | null;
  whole?: Record<string, any> | null;
  sheet?: RuleSheet | null;
  problems?: Problem[];
  rules?: RulesPage | null;
  game?: GameInfo | null;
};
/** One thing that is wrong with a document, for programs; `str` is the line for people. */
export type Problem = {
  path: (string | number)[];
  code: string;
  message: string;
  allowed?: Record<string, any>;
};
export type PlayerRequest = {
  name: string;
};
export type Rating = {
  game: string;
  rules: string;
  title: string;
  skill: number;
  doubt: number;
  matches: number;
};
export type PlayerInfo = {
  id: string;
  name: string;
  bot?: boolean;
  matches?: number;
  firsts?: number;
  lasts?: number;
  ratings?: Rating[];
};
/** A row of a leader board. */
export type Ranked = {
  id: string;
  name: string;
  skill: number;
  doubt: number;
  matches: number;
  bot?: boolean;
};
export type LeaderBoard = {
  game: string;
  rules: string;
  players: Ranked[];
};
export type MatchPlayed = {
  table: string;
  match: number;
  game: string;
  title: string;
  ended: number;
  seat: number;
  names: string[];
  places: number[];
  record: string;
  counts?: boolean;
};
export type MatchesPlayed = {
  matches: MatchPlayed[];
  open?: Listing[];
  waits?: string[];
};
/** A step of a match, and how the table looked after it. */
export type ReplayStep = {
  seq: number;
  at: number;
  seat: number | null;
  move: Move | null;
  deed: ReadyToDeal | Forfeit | TimedOut | TakeOver | Sit | TakeBack | AgreeToTakeBack | Rematch | Start | Pause | Resume | Mute | Reopened | ChangeKey | ChangeTable | null;
  events: Event[];
  words: string[];
  turn: Turn;
  view: View;
};
/** A match that is over, to be shown again without knowing its rules. */
export type Replay = {
  table: string;
  match: number;
  game: string;
  title: string;
  rules: string;
  family: string;
  names: string[];
  outcome: Outcome | null;
  steps: ReplayStep[];
  seat?: number | null;
  deal?: DealPlan | null;
};
/** Every error of the API: a stable code, and a sentence that says what would be right. */
export type Refusal = {
  code: string;
  message: string;
  problems?: Problem[];
};

export namespace Shedding {
  export type AnyMove = Shedding.Play | Shedding.Take | Shedding.Swap | Shedding.Ready | Shedding.Flip | Shedding.Target | Shedding.Call | Shedding.Choose | Shedding.Pass | Shedding.Try | Shedding.Announce | Shedding.Peek;
  export type AnyEvent = Shedding.Swapped | Shedding.SaidReady | Shedding.Began | Shedding.Passed | Shedding.TurnedUp | Shedding.Played | Shedding.Failed | Shedding.Peeked | Shedding.Reversed | Shedding.Burned | Shedding.Targeted | Shedding.Exchanged | Shedding.Taking | Shedding.Raised | Shedding.Took | Shedding.Called | Shedding.Chose | Shedding.Drew | Shedding.Skipped | Shedding.Announced | Shedding.Forgot | Shedding.WentOut | Shedding.Ended;
  export type AnyView = Shedding.View;
  export type Play = {
    move: "play";
    cards: Shedding.Card[];
  };
  /** One card as a player names it. There is one object for each, so equal cards are the same object; as JSON it is */
  export type Card = "2C" | "2D" | "2H" | "2S" | "3C" | "3D" | "3H" | "3S" | "4C" | "4D" | "4H" | "4S" | "5C" | "5D" | "5H" | "5S" | "6C" | "6D" | "6H" | "6S" | "7C" | "7D" | "7H" | "7S" | "8C" | "8D" | "8H" | "8S" | "9C" | "9D" | "9H" | "9S" | "AC" | "AD" | "AH" | "AS" | "JC" | "JD" | "JH" | "JJ" | "JS" | "KC" | "KD" | "KH" | "KS" | "QC" | "QD" | "QH" | "QS" | "TC" | "TD" | "TH" | "TS" | "jj";
  /** Take the pile. */
  export type Take = {
    move: "take";
  };
  /** Lay a hand card face up and take a face-up card into the hand. */
  export type Swap = {
    move: "swap";
    hand: Shedding.Card;
    up: Shedding.Card;
  };
  /** Say that the setup is over for this seat. */
  export type Ready = {
    move: "ready";
  };
  /** Turn over a blind card, counted from 1 among those that are left. */
  export type Flip = {
    move: "flip";
    blind: number;
  };
  /** Name the seat that takes the pile. */
  export type Target = {
    move: "target";
    seat: number;
  };
  /** Name a suit. */
  export type Call = {
    move: "call";
    suit: Shedding.Suit;
  };
  /** In the order that decides ties. As JSON it is its name. */
  export type Suit = "clubs" | "diamonds" | "hearts" | "spades";
  /** Name a rank, or whether the next card must be higher or lower. */
  export type Choose = {
    move: "choose";
    what: Shedding.Rank | "high" | "low";
  };
  /** With the values that cards are compared by; the Joker stands above them all. */
  export type Rank = 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15;
  /** Let the others go on. */
  export type Pass = {
    move: "pass";
  };
  /** Try the top card of the stock. */
  export type Try = {
    move: "try";
  };
  /** Say that only one card will be left after the next play. */
  export type Announce = {
    move: "announce";
  };
  /** Look at a blind card, counted from 1 among those that are left, and leave it where it lies. */
  export type Peek = {
    move: "peek";
    blind: number;
  };
  /** Both cards were seen: one lay face up, the other does now. */
  export type Swapped = {
    event: "swapped";
    seat: number;
    hand: Shedding.Card;
    up: Shedding.Card;
  };
  export type SaidReady = {
    event: "ready";
    seat: number;
  };
  /** The setup is over; this seat plays first. */
  export type Began = {
    event: "began";
    seat: number;
    lead?: string | null;
  };
  /** A seat left it to others to act. */
  export type Passed = {
    event: "passed";
    seat: number;
    ask?: Shedding.AskView | null;
  };
  /** What the pile asks of the next card, as data; the card must meet all of it. Empty: it asks for nothing. */
  export type AskView = {
    at_least?: number | null;
    above?: number | null;
    at_most?: number | null;
    below?: number | null;
    parity?: "even" | "odd" | null;
    suit?: Shedding.Suit | null;
    counter?: string[];
    or_miss?: boolean;
    ranks?: string[];
    locked?: Shedding.Suit[];
    ranks_are?: Shedding.RanksAre | null;
    by?: Shedding.Maker | null;
  };
  /** Ranks from one of them on. */
  export type RanksAre = {
    kind: "above" | "at_least" | "at_most" | "below";
    rank: number;
  };
  /** The card that makes a pile ask for something, and who laid it. */
  export type Maker = {
    card: Shedding.Card;
    seat: number | null;
  };
  /** Cards of the stock begin the pile. They count for their values alone. */
  export type TurnedUp = {
    event: "turned-up";
    cards: Shedding.Card[];
    ask?: Shedding.AskView | null;
  };
  export type Played = {
    event: "played";
    seat: number;
    zone: "blind" | "hand" | "stock" | "up";
    cards: Shedding.Card[];
    spot?: number | null;
    ask?: Shedding.AskView | null;
    up?: Shedding.Card[];
  };
  /** A card was turned over and could not be played. */
  export type Failed = {
    event: "failed";
    seat: number;
    card: Shedding.Card;
    spot?: number | null;
    zone?: "blind" | "stock";
  };
  /** A seat looked at one of its blind cards and left it there. Only that seat sees which card: others get None. */
  export type Peeked = {
    event: "peeked";
    seat: number;
    spot: number;
    card: Shedding.Card | null;
  };
  export type Reversed = {
    event: "reversed";
    direction: -1 | 1;
  };
  /** The pile left the game: a card burned it, or enough of one rank lay on top. */
  export type Burned = {
    event: "burned";
    cards: Shedding.Card[];
    why: "alike" | "power" | "spent";
    ask?: Shedding.AskView | null;
  };
  /** A seat was named to take the pile, which it does next, or to answer; or to play next. */
  export type Targeted = {
    event: "targeted";
    seat: number;
    by: number;
    answer?: boolean;
    next?: boolean;
    swap?: boolean;
    ask?: Shedding.AskView | null;
  };
  /** Two seats exchanged cards, or a card went from one to the other. Single cards and face-up rows are seen by all; */
  export type Exchanged = {
    event: "exchanged";
    seat: number;
    other: number;
    zone: "hand" | "up";
    gave: Shedding.Card[] | null;
    got: Shedding.Card[] | null;
    gave_count: number;
    got_count: number;
    whole?: boolean;
    ask?: Shedding.AskView | null;
  };
  /** A seat takes the pile, and chooses first which of its face-up cards go along. */
  export type Taking = {
    event: "taking";
    seat: number;
  };
  /** With an empty hand, a seat took its face-up cards into it. */
  export type Raised = {
    event: "raised";
    seat: number;
    cards: Shedding.Card[];
  };
  /** Cards went into a hand, seen by all: the pile, and whatever came along with it. */
  export type Took = {
    event: "took";
    seat: number;
    cards: Shedding.Card[];
    by: number | null;
    up?: Shedding.Card | null;
    blind?: Shedding.Card | null;
    ups?: Shedding.Card[];
    forced?: boolean | null;
    ask?: Shedding.AskView | null;
  };
  export type Called = {
    event: "called";
    seat: number;
    suit: Shedding.Suit;
    ask?: Shedding.AskView | null;
  };
  /** A rank that a wild card stands for, or which way the next card must go. */
  export type Chose = {
    event: "chose";
    seat: number;
    what: string;
    ask?: Shedding.AskView | null;
  };
  /** From the stock. Only the seat itself sees which cards: others get them as None. */
  export type Drew = {
    event: "drew";
    seat: number;
    count: number;
    cards: Shedding.Card[] | null;
  };
  /** Seats missed their turn. */
  export type Skipped = {
    event: "skipped";
    seats: number[];
  };
  /** A seat said that its next play leaves it one card. */
  export type Announced = {
    event: "announced";
    seat: number;
  };
  /** A seat has one card left and did not announce it. It draws cards, or takes the pile. */
  export type Forgot = {
    event: "forgot";
    seat: number;
  };
  export type WentOut = {
    event: "went-out";
    seat: number;
    place: number;
  };
  export type Ended = {
    event: "ended";
    outcome: Shedding.Outcome;
  };
  /** How it ended: for each seat its place (1 is first, ties share) and payoff (1 for the first to 0), and why. */
  export type Outcome = {
    places: number[];
    payoffs: number[];
    reason: string;
  };
  export type View = {
    family: "shedding";
    game: string;
    seat: number | null;
    to_act: number[];
    legal: string[];
    outcome: Shedding.Outcome | null;
    rules?: Shedding.Rules | null;
    phase: "endGame" | "mainPlay" | "setup";
    seats: Shedding.SeatView[];
    spots: Shedding.Spot[][];
    pile: Shedding.Card[];
    asks: string;
    ask: Shedding.AskView | null;
    value: number | null;
    even: -1 | 0 | 1;
    lowerthan: -1 | 1;
    suit: string;
    burned: Shedding.Card[] | number;
    stock: number;
    direction: -1 | 1;
    ready: number[];
    out: number[];
    pending: "add" | "call" | "card" | "choose" | "jump" | "next" | "swap" | "target" | "up" | null;
    plays: number;
    limit: number;
    at_once?: number;
    can?: Shedding.Can;
    why?: Record<string, "not-playable" | "wrong-zone">;
    called?: string | null;
    pending_zone?: "blind" | "hand" | "up" | null;
    laid?: number[];
    marks?: Shedding.Marks | null;
    ask_beneath?: number | null;
  };
  /** Which rules are played: for a title, and to tell whether two matches can be compared. */
  export type Rules = {
    id: string;
    name: string;
    hash: string;
    extends?: string | null;
    changes?: number;
  };
  /** One seat as a viewer sees it. */
  export type SeatView = {
    hand: Shedding.Card[] | number;
    up: Shedding.Card[];
    blind: number;
    known?: Shedding.Card[];
    lacks?: Shedding.Card[];
    lacking?: number;
    peeked?: (Shedding.Card | null)[];
  };
  /** A place on the table before a seat. A card that leaves it leaves it empty: no other card moves. */
  export type Spot = {
    up: Shedding.Card | null;
    blind: boolean;
  };
  /** All that the viewer may do now, as data: the same moves as `legal` has. */
  export type Can = {
    play?: Shedding.PlaySet[];
    tap?: Shedding.Card[][];
    take?: boolean;
    pass?: boolean;
    try?: boolean;
    announce?: boolean;
    flip?: number;
    peek?: number;
    swap?: boolean;
    ready?: boolean;
    target?: number[];
    call?: Shedding.Suit[];
    choose?: string[];
  };
  /** Cards that may be played: all of them together or, if it says `any` or `counts`, parts of them. */
  export type PlaySet = {
    cards: Shedding.Card[];
    any?: boolean;
    counts?: number[];
    with?: Shedding.Card[];
    up?: Shedding.Card[];
  };
  /** All of it is seen by everybody. A position writes the same. */
  export type Marks = {
    begins?: number | null;
    lead?: string | null;
    left?: boolean;
    owed?: number;
    skips?: number;
    player?: number | null;
    fresh?: string[];
    tried?: boolean;
    turned?: boolean;
    looked?: number[];
    seen?: [number, number][];
    announced?: boolean;
    flipped?: number;
  };
}

export namespace HeartOfFive {
  export type AnyMove = HeartOfFive.Play | HeartOfFive.Pass;
  export type AnyEvent = HeartOfFive.Played | HeartOfFive.Passed | HeartOfFive.WentOut | HeartOfFive.TrickWon | HeartOfFive.RoundEnded | HeartOfFive.Dealt | HeartOfFive.Ended;
  export type AnyView = HeartOfFive.View;
  export type Play = {
    move: "play";
    cards: HeartOfFive.Card[];
  };
  /** One card as a player names it. There is one object for each, so equal cards are the same object; as JSON it is */
  export type Card = "2C" | "2D" | "2H" | "2S" | "3C" | "3D" | "3H" | "3S" | "4C" | "4D" | "4H" | "4S" | "5C" | "5D" | "5H" | "5S" | "6C" | "6D" | "6H" | "6S" | "7C" | "7D" | "7H" | "7S" | "8C" | "8D" | "8H" | "8S" | "9C" | "9D" | "9H" | "9S" | "AC" | "AD" | "AH" | "AS" | "JC" | "JD" | "JH" | "JJ" | "JS" | "KC" | "KD" | "KH" | "KS" | "QC" | "QD" | "QH" | "QS" | "TC" | "TD" | "TH" | "TS" | "jj";
  /** Let the others go on. */
  export type Pass = {
    move: "pass";
  };
  export type Played = {
    event: "played";
    seat: number;
    cards: HeartOfFive.Card[];
    meld: HeartOfFive.Kind;
    led: boolean;
    ask?: HeartOfFive.Ask;
  };
  export type Kind = "four of a kind" | "full house" | "pair" | "run" | "single" | "sisters" | "straight flush" | "triple";
  /** What the trick asks for; empty where any meld may be led. */
  export type Ask = {
    above?: HeartOfFive.Meld | null;
    kind?: HeartOfFive.Kind | null;
    length?: number | null;
    bomb?: "any" | "stronger" | null;
    nothing?: boolean;
  };
  /** A meld by name, whatever its suits. */
  export type Meld = {
    kind: HeartOfFive.Kind;
    of: string[];
    length: number;
    bomb: boolean;
  };
  export type Passed = {
    event: "passed";
    seat: number;
  };
  /** Played its last card of the round. */
  export type WentOut = {
    event: "went-out";
    seat: number;
    place: number;
  };
  /** Nobody beat the last meld. */
  export type TrickWon = {
    event: "trick-won";
    seat: number;
    leads: number;
  };
  export type RoundEnded = {
    event: "round-ended";
    round: number;
    winner: number;
    loser: number;
    wins: number[];
    losses: number[];
  };
  /** A later round began. Each seat sees its own cards, others get them as None. */
  export type Dealt = {
    event: "dealt";
    round: number;
    leads: number;
    counts: number[];
    hands: (HeartOfFive.Card[] | null)[];
  };
  export type Ended = {
    event: "ended";
    outcome: HeartOfFive.Outcome;
  };
  /** How it ended: for each seat its place (1 is first, ties share) and payoff (1 for the first to 0), and why. */
  export type Outcome = {
    places: number[];
    payoffs: number[];
    reason: string;
  };
  export type View = {
    family: "heart-of-five";
    game: string;
    seat: number | null;
    to_act: number[];
    legal: string[];
    outcome: HeartOfFive.Outcome | null;
    rules?: HeartOfFive.Rules | null;
    round: number;
    leader: number;
    last: HeartOfFive.LastPlay | null;
    asks: string;
    ask: HeartOfFive.Ask;
    can: HeartOfFive.Can;
    why: Record<string, string>;
    trick: HeartOfFive.TrickTurn[];
    passes: number;
    seats: HeartOfFive.SeatView[];
    out: number[];
    played: HeartOfFive.Card[];
    turns: [number, number][];
    wins_needed: number;
    rounds: number | null;
    minutes: number | null;
    seconds: number;
  };
  /** Which rules are played: for a title, and to tell whether two matches can be compared. */
  export type Rules = {
    id: string;
    name: string;
    hash: string;
    extends?: string | null;
    changes?: number;
  };
  export type LastPlay = {
    seat: number;
    cards: HeartOfFive.Card[];
    meld: HeartOfFive.Kind;
  };
  /** What a seat may do; empty if it may not act. */
  export type Can = {
    play?: HeartOfFive.PlayOption[];
    pass?: boolean;
  };
  export type PlayOption = {
    cards: HeartOfFive.Card[];
    meld: HeartOfFive.Meld;
  };
  /** A turn of a trick: a meld, or a pass without cards. */
  export type TrickTurn = {
    seat: number;
    cards: HeartOfFive.Card[];
    meld: HeartOfFive.Kind | null;
  };
  /** One seat as a viewer sees it. */
  export type SeatView = {
    hand: HeartOfFive.Card[] | number;
    last_action: HeartOfFive.Action | null;
    wins: number;
    losses: number;
  };
  /** What a seat did last. */
  export type Action = {
    did: "led" | "passed" | "played";
    kind: HeartOfFive.Kind | null;
  };
}

export namespace Heroes {
  export type AnyMove = Heroes.Bet | Heroes.Pick | Heroes.Add | Heroes.Subtract;
  export type AnyEvent = Heroes.PhaseChanged | Heroes.BetPlaced | Heroes.BetsOpened | Heroes.Picked | Heroes.Began | Heroes.Shown | Heroes.Battled | Heroes.Scored | Heroes.RoundEnded | Heroes.Ended;
  export type AnyView = Heroes.View;
  export type Bet = {
    move: "bet";
    amount: number;
  };
  /** Choose the card in a slot, counted from 0. */
  export type Pick = {
    move: "pick";
    slot: number;
  };
  /** Add the difference that was won to your points. */
  export type Add = {
    move: "add";
  };
  /** Subtract the difference that was won from your points. */
  export type Subtract = {
    move: "subtract";
  };
  /** The match went on to a phase, or passed through one. */
  export type PhaseChanged = {
    event: "phase-changed";
    phase: "battle" | "betting" | "card_selection_own" | "card_selection_rival" | "game_over" | "init" | "initial_card_selection" | "power_choice" | "round_end";
    current: number | null;
    turn: number;
    round: number;
    difference?: number | null;
  };
  /** A bet, or one taken back. Only the seat itself sees the amount; others get None. */
  export type BetPlaced = {
    event: "bet-placed";
    seat: number;
    amount: number | null;
  };
  /** Both bets stand, and everybody sees them. */
  export type BetsOpened = {
    event: "bets-opened";
    bets: [number, number];
  };
  /** A card was turned over: from now on everybody sees it. */
  export type Picked = {
    event: "picked";
    seat: number;
    owner: number;
    slot: number;
    card: number;
    power: number;
  };
  /** Turn 1 decided who starts. */
  export type Began = {
    event: "began";
    starter: number;
    cards: [number, number];
    powers: [number, number];
  };
  /** Dr. Manhattan showed a seat what its rival has left, and nobody else: others get the cards as None. */
  export type Shown = {
    event: "shown";
    seat: number;
    cards: Record<string, number> | null;
  };
  export type Battled = {
    event: "battled";
    battle: Heroes.Battle;
  };
  /** Two cards were compared. */
  export type Battle = {
    winner: number | null;
    difference: number;
    cards: [number, number];
    powers: [number, number];
    turn: number;
  };
  export type Scored = {
    event: "scored";
    seat: number;
    choice: "add" | "subtract";
    difference: number;
    points: number;
  };
  export type RoundEnded = {
    event: "round-ended";
    winner: number | null;
    points: [number, number];
    distances: [number, number];
    changes: [number, number];
    credits: [number, number];
  };
  export type Ended = {
    event: "ended";
    outcome: Heroes.Outcome;
    winner: number | null;
    credits: [number, number];
  };
  /** How it ended: for each seat its place (1 is first, ties share) and payoff (1 for the first to 0), and why. */
  export type Outcome = {
    places: number[];
    payoffs: number[];
    reason: string;
  };
  export type View = {
    family: "heroes";
    game: string;
    seat: number | null;
    to_act: number[];
    legal: string[];
    outcome: Heroes.Outcome | null;
    rules?: Heroes.Rules | null;
    phase: "battle" | "betting" | "card_selection_own" | "card_selection_rival" | "game_over" | "init" | "initial_card_selection" | "power_choice" | "round_end";
    current: number | null;
    round: number;
    turn: number;
    starter: number | null;
    players: Heroes.PlayerView[];
    picked: Heroes.Selected;
    difference: number | null;
    battle: Heroes.LastBattle | null;
    known: Record<string, number>;
    known_since: number | null;
    has_bet: [boolean, boolean];
    can: Heroes.Can;
    goal: Heroes.Goal;
    card_names: Record<string, string>;
  };
  /** Which rules are played: for a title, and to tell whether two matches can be compared. */
  export type Rules = {
    id: string;
    name: string;
    hash: string;
    extends?: string | null;
    changes?: number;
  };
  /** One seat as a viewer sees it. It holds no hidden card, not even your own. */
  export type PlayerView = {
    credits: number;
    points: number;
    bet: number;
    revealed: Record<string, number>;
    joker_values: Record<string, number>;
    slots: number[];
  };
  /** The slots of the turn in play: of whose turn it is, and of its rival; in turn 1 of seat 0 and of seat 1. */
  export type Selected = {
    own: number | null;
    rival: number | null;
  };
  /** The battle that was fought last: it may be one of the round before. */
  export type LastBattle = {
    winner: number | null;
    difference: number;
    cards: [number, number];
    powers: [number, number];
    turn: number;
    round: number;
  };
  /** What a seat may do; empty if it may not act. */
  export type Can = {
    bet?: Heroes.Amounts | null;
    pick?: Heroes.Choice | null;
    points?: ("add" | "subtract")[];
  };
  export type Amounts = {
    min: number;
    max: number;
  };
  /** Cards to pick from: those of `owner` in these slots. */
  export type Choice = {
    owner: number;
    slots: number[];
  };
  export type Goal = {
    points: number;
    credits: number;
  };
}
