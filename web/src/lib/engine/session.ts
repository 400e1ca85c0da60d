/** The interface of a table, for games on this device and on a server. */

import type { Cards, ChatLine, Following, Order, Prompt, Seat, SeatClock, StepTaken, View } from '../protocol';
import type { Hint, Preview, Refusal } from './asks';
import type { TableFault } from './fault';

/** The player at a seat. */
export interface Player {
  seat: Seat;
  name: string;
  /** `me`: this screen plays it, also when several people share the screen. */
  kind: 'me' | 'person' | 'bot' | 'rogue';
  /** The level of a bot. */
  level: string | null;
  /** Whether connected; always so on this device. */
  present: boolean;
  /** Whether the player resigned; a bot plays on. */
  resigned?: boolean;
}

/** The deadline of a decision, in milliseconds since 1970, and its full length. */
export interface Deadline {
  at: number;
  of: number;
}

/** The visible state of a table. */
export interface TableState {
  /** The number of steps; lower after an undo. */
  version: number;
  /** What the viewer may know. */
  view: View;
  /** The pending decision, with the answers if this screen decides. */
  prompt: Prompt | null;
  /** The version that one undo goes back to; null if there is nothing to undo. */
  undo: number | null;
  /** Online: whether the viewer can ask the other players for an undo. */
  mayAskUndo?: boolean;
  /** The seat that this screen plays now; null for a spectator. */
  me: Seat | null;
  players: Player[];
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

/** A change: the steps, or why the whole view is new. */
export interface Change {
  steps: StepTaken[];
  /** `steps`: animate them. `asked`: only the question has changed; `people`, `thinking`: not even
   * that. Otherwise show the view as it is. */
  reason: 'opened' | 'steps' | 'undone' | 'viewer' | 'language' | 'resumed' | 'asked' | 'thinking' | 'people';
}

/** Called with the state and the change that led to it. */
export type Listener = (state: TableState, change: Change) => void;

/** A game being played or watched. */
export interface TableSession {
  readonly kind: 'local' | 'online';
  /** The id that its link has. */
  readonly id: string;
  /** The current state. */
  readonly state: TableState;
  /** Calls a listener at once and after every change. Returns a function that unsubscribes. */
  subscribe(listener: Listener): () => void;
  /** Called with errors that no caller awaits: of a bot, the storage, the connection. */
  onfault: ((fault: TableFault) => void) | null;

  /** Answers this question and the next ones of the same seat: all steps or none. */
  act(steps: string[]): Promise<void>;
  /** Undoes to `state.undo`, or to a version after the last new information. */
  undo(to?: number): Promise<void>;
  /** Previews steps of the viewer, up to chance or another seat's decision; without steps, the current state. */
  preview(steps: string[]): Promise<Preview>;
  /** Returns every way to complete a step, down to its targets. */
  paths(steps: string[]): Promise<Preview[]>;
  /** Returns why the last step is illegal; null if it is legal. */
  why(steps: string[]): Promise<Refusal | null>;
  /** Returns what a bot would do; null where hints are not allowed. */
  hint(): Promise<Hint | null>;
  /** Returns the win probability by seat; null if unknown or not allowed. */
  chances(): Promise<number[] | null>;
  /** Returns all steps so far. */
  history(): Promise<StepTaken[]>;
  /** Returns the cards of the edition or deck. */
  cards(): Promise<Cards>;
  /** Returns the record as the viewer may know it, as text or JSON. */
  record(form: 'text' | 'json'): Promise<string>;
  /** Switches the language of all texts. */
  speak(language: string): Promise<void>;
  /** Closes the session; a game on this device stays saved. */
  close(): void;
}

/** The additional operations of a table on a server. */
export interface OnlineSession extends TableSession {
  readonly kind: 'online';
  /** Follow window: decides after the seats before the viewer. */
  wait(): Promise<void>;
  /** Replaces all standing orders of the viewer. */
  order(orders: Order[], following: Following): Promise<void>;
  say(text: string): Promise<void>;
  hear(seat: Seat, hearing: 'heard' | 'muted'): Promise<void>;
  consent(request: number, answer: 'agree' | 'refuse'): Promise<void>;
  resign(): Promise<void>;
}
