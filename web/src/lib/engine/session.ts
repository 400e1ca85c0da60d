/** The common interface of local games, online games and replays. */

import type { Cards, ChatLine, EditionDescription, Face, Following, Order, Prompt, Seat, SeatClock, StepTaken, View } from '../protocol';
import type { Assessment, Hint, Preview, ReasonMessage, Refusal } from './asks';
import type { TableFault } from './fault';

/** The player at a seat. */
export interface SeatPlayer {
  seat: Seat;
  name: string;
  /** `me`: a person at this screen; several people can share the screen. */
  kind: 'me' | 'person' | 'bot' | 'rogue';
  /** The level of a bot. */
  level: string | null;
  /** Whether the player is connected; always true on this device. */
  present: boolean;
  /** Whether the player resigned; a bot then plays the seat. */
  resigned?: boolean;
}

/** The deadline of a decision. */
export interface Deadline {
  /** The time, in milliseconds since 1970. */
  at: number;
  /** The time allowed for the whole decision, in milliseconds. */
  totalMs: number;
}

/** The state of a game, as far as the viewer may know it. */
export interface SessionState {
  /** The number of steps; an undo lowers it. */
  version: number;
  /** Everything that the viewer may know. */
  view: View;
  /** The pending decision; it has the legal answers if this screen decides. */
  prompt: Prompt | null;
  /** The cards of the edition or deck. */
  cards: Cards;
  /** The description of the edition or deck: its options, dice and terms. */
  edition: EditionDescription;
  /** All steps so far, with texts in the selected language. */
  history: readonly StepTaken[];
  /** The version that one undo restores; null if there is nothing to undo. */
  undo: number | null;
  /** Online: whether the viewer can ask the other players for an undo. */
  mayAskUndo?: boolean;
  /** The seat that this screen plays now; null for a spectator. */
  me: Seat | null;
  players: SeatPlayer[];
  /** The seat whose bot is thinking. */
  thinking: Seat | null;
  /** `here` on this device; otherwise the state of the connection. */
  connection: 'here' | 'connected' | 'reconnecting' | 'lost';
  clocks: SeatClock[];
  /** When the clocks were received, in milliseconds since 1970. */
  clocksAt?: number;
  /** The deadline of the pending decision. */
  deadline?: Deadline | null;
  orders: Order[];
  /** Online: the follow mode of the viewer. */
  following?: Following;
  chat: ChatLine[];
}

/** A change of the state: the new steps, and the reason. */
export interface Change {
  steps: StepTaken[];
  /**
   * `steps`: animate the steps. `asked`: only the question has changed. `people`, `thinking`: neither the game nor the question has
   * changed. Any other reason: show the new view without animation.
   */
  reason: 'opened' | 'steps' | 'undone' | 'viewer' | 'language' | 'resumed' | 'asked' | 'thinking' | 'people';
}

/** Called with the new state and the change that led to it. */
export type Listener = (state: SessionState, change: Change) => void;

/** The viewer's standing orders at an online table; the server stores them. */
export interface StandingOrders {
  /** Returns whether an order passes on dice of this face, or on all dice for the rest of this turn. */
  passes(target: Face | 'turn'): boolean;
  /** Sets this order to pass, or cancels it. */
  toggle(target: Face | 'turn'): Promise<void>;
  /** Returns the active orders for the whole game, by face. */
  activeOrders(): { face: Face; order: 'never' | 'gains' | 'colonises' }[];
  /** Cancels the order for a face: from now on the server asks the player. */
  drop(face: Face): Promise<void>;
  /** The follow mode whose default orders are active; null if an order differs from them. */
  readonly followMode: Following | null;
  /** Switches to a follow mode and its default orders. */
  setFollowMode(mode: Following): Promise<void>;
}

/** A game being played or watched. */
export interface Session {
  readonly kind: 'local' | 'online' | 'replay';
  /** The id of the game, as in its link. */
  readonly id: string;
  /** The current state. */
  readonly state: SessionState;
  /** Calls a listener at once and after every change. Returns a function that unsubscribes. */
  subscribe(listener: Listener): () => void;
  /** Called with errors that no caller awaits, such as those of a bot, the storage or the connection. */
  onfault: ((fault: TableFault) => void) | null;
  /** Local: awaited before each step of a bot, so that bots do not get far ahead of the table that people see. */
  pace?: (() => Promise<void>) | null;

  /** Answers the pending decision and further ones of the same seat with these steps; applies all steps or none. */
  act(steps: string[]): Promise<void>;
  /** Undoes the viewer's last gesture (die, ship and target together). Online, the other players may have to agree. */
  undo(): Promise<void>;
  /** Previews steps of the viewer, up to the next chance outcome or decision of another seat; without steps, the current state. */
  preview(steps: string[]): Promise<Preview>;
  /** Returns every sequence of steps that starts with these steps and completes their action, up to a target. */
  paths(steps: string[]): Promise<Preview[]>;
  /** Returns why the last step is illegal; null if it is legal. */
  why(steps: string[]): Promise<Refusal | null>;
  /** Returns the answers as the strongest bot rates them, best first, with reasons; absent where hints are not allowed. */
  hint?: () => Promise<Hint>;
  /** Compares a move of the viewer with the best one; absent where a tutor is not allowed. */
  assess?: (steps: string[]) => Promise<Assessment>;
  /** Returns why a move is better than another one. */
  reasons?: (better: string[], worse: string[]) => Promise<ReasonMessage[]>;
  /** Returns each seat's chance to win (0 to 1), or null if unknown; absent where it is not allowed. */
  odds?: () => Promise<Record<Seat, number> | null>;
  /** Online: the standing orders, which apply even if the page is closed. */
  readonly standing?: StandingOrders | undefined;
  /** Whether neither standing orders nor the follow mode answer for the viewer, as in a puzzle. */
  readonly asksAlways?: boolean;
  /** Online: lets the viewer answer after the seats that are asked first. */
  wait?: () => Promise<void>;
  /** Switches the language of all texts. */
  setLanguage(language: string): Promise<void>;
  /** Closes the session; a game on this device stays saved. */
  close(): void;
}
