// Types that the modules share. Those of messages are generated: messages.d.ts. There is no code here.

/** @typedef {import("./messages").View} View what a seat, or a spectator, may know */
/** @typedef {import("./messages").TellView} ViewMessage */
/** @typedef {import("./messages").TellPresence} Presence */
/** @typedef {import("./messages").Chair} Chair */
/** @typedef {import("./messages").TellClock} Clock */
/** @typedef {import("./messages").TellOver} Over */
/** @typedef {import("./messages").TellChat} Chat */
/** @typedef {import("./messages").Seen} Step a message `events` */
/** @typedef {import("./messages").TellExplain} ExplainMessage */
/** @typedef {import("./messages").TableInfo} TableInfo */

/** @typedef {keyof typeof import("./words/en.js").en} Key of a text */
/** @typedef {Record<Key, string | ((facts: any) => string)>} Words */
/** @typedef {typeof import("./words/index.js").t} Translate */

/**
 * @typedef {object} Settings what this device keeps
 * @property {"night" | "day" | "system"} theme
 * @property {2 | 4} suits colours of the deck
 * @property {"usual" | "large"} index the corner of a card
 * @property {"cards" | "ascii"} skin
 * @property {0 | 0.5 | 1 | 2 | 4} speed of motion; 0 is off
 * @property {"system" | "reduced" | "full"} motion
 * @property {{table: number, turn: number, chat: number}} sounds volumes from 0 (off) to 1
 * @property {string} language "" is that of the browser
 * @property {"rank" | "suit" | "own"} sort of the hand
 * @property {boolean} auto play by itself where there is one move only
 */

/** @typedef {typeof import("./prefs.js").prefs} Prefs */

/**
 * @typedef {object} App what a screen may use
 * @property {(path: string) => void} go to another screen, as in go("/lobby")
 * @property {Prefs} prefs
 * @property {Translate} t
 * @property {typeof import("./api.js").api} api
 */

/**
 * @typedef {object} Screen
 * @property {HTMLElement} element
 * @property {() => void} [close] when it is left
 */

/** @typedef {{events: Step[], view: ViewMessage}} Batch what happened, in order, and the view after it, which is always right */

/**
 * @typedef {object} Doings what a painter may do
 * @property {(move: string) => Promise<void>} move
 * @property {(move: string, anchor?: Element | null) => Promise<void>} explain why a move is not possible, said at this element
 * @property {(place: string) => void} choose
 * @property {() => void} hint
 * @property {() => void} redraw after a painter changed something of its own
 */

/**
 * @typedef {object} Scene the argument of every painter
 * @property {any} view of the painter's family
 * @property {Presence} presence
 * @property {number | null} me our seat
 * @property {Chair[]} people by seat
 * @property {Clock | null} clock
 * @property {Set<string>} chosen places of chosen cards
 * @property {boolean} busy something was said and is not answered yet, or something moves
 * @property {string[]} order keys of hand cards, in one's own order
 * @property {string | null} armed the costly button that waits for its second tap
 * @property {string[]} last sentences about the last step
 * @property {boolean} again the same seat plays again
 * @property {{seq: number, at: number} | null} shown when we were last shown cards for a moment, by the clock of the server
 * @property {Step[]} steps of this match
 * @property {readonly string[]} allows hint, undo, chat
 * @property {() => number} now by the clock of the server, in milliseconds
 * @property {Prefs} prefs
 * @property {Translate} t
 * @property {Doings} do
 */

/**
 * @typedef {object} Painter of a family of games: pure, scene in, elements out
 * @property {(scene: Scene) => Node[]} cloth
 * @property {(scene: Scene) => Node[]} own
 * @property {(scene: Scene) => any[]} actions
 * @property {(scene: Scene) => {title: string, sub: string, before?: Node | null}} headline
 * @property {(scene: Scene) => string} say for the live region of the turn
 * @property {(scene: Scene, place: string, how: {alone?: boolean}) => Set<string> | {explain: string} | null} [choose] the chosen places
 *   after a tap on `place`, or the move whose refusal is to be explained
 * @property {(scene: Scene, rank: string) => Set<string> | {explain: string} | null} [chooseRank] the same for the key of a rank
 * @property {(scene: Scene) => string | null} [dropped] the move that dropping the chosen cards on the pile makes
 * @property {(scene: Scene) => number} [again] milliseconds after which it wants to be drawn again; 0: never
 * @property {(scene: Scene) => any[]} [classes] of the table, for the style sheets
 */

export {};
