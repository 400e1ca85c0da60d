/** A table as the page sees it, whether the game is on this device or on a server. */

import type { Cards, ChatLine, Following, Order, Prompt, Seat, SeatClock, StepTaken, View } from '../protocol';
import type { Hint, Preview, Refusal } from './asks';
import type { TableFault } from './fault';

/** Who sits at a seat. */
export interface Player {
  seat: Seat;
  name: string;
  /** `me`: this screen plays it, also when several people share the screen. */
  kind: 'me' | 'person' | 'bot' | 'rogue';
  /** The level of a bot. */
  level: string | null;
  /** Whether connected; always so on this device. */
  present: boolean;
  /** Whether the game was given up; a bot plays on. */
  resigned?: boolean;
}

/** When the time for a decision is over, in milliseconds since 1970, and how long it was in all. */
export interface Deadline {
  at: number;
  of: number;
}

/** Everything about a table that is shown. */
export interface TableState {
  /** How many steps the game has; after an undo it is lower than before. */
  version: number;
  /** What this screen may know. */
  view: View;
  /** What is asked of whom; the answers if this screen is asked. */
  prompt: Prompt | null;
  /** The version that one undo goes back to; null if there is nothing to take back. */
  undo: number | null;
  /** Online: whether the others can be asked to let me take back what showed something new. */
  mayAskUndo?: boolean;
  /** The seat that this screen plays now; null for a spectator. */
  me: Seat | null;
  players: Player[];
  /** The seat whose bot is thinking. */
  thinking: Seat | null;
  /** `here` on this device; else how the connection to the server is. */
  connection: 'here' | 'connected' | 'reconnecting' | 'lost';
  clocks: SeatClock[];
  /** When the clocks were told, in milliseconds since 1970. */
  clocksAt?: number;
  /** When the time for what is asked is over. */
  deadline?: Deadline | null;
  orders: Order[];
  /** Online: when I am asked to follow at all. */
  following?: Following;
  chat: ChatLine[];
}

/** What has changed: the steps that led here, or why the whole view is new. */
export interface Change {
  steps: StepTaken[];
  /** `steps`: animate them. `asked`: only the question has changed; `people`, `thinking`: not even
   * that. Otherwise show the view as it is. */
  reason: 'opened' | 'steps' | 'undone' | 'viewer' | 'language' | 'resumed' | 'asked' | 'thinking' | 'people';
}

/** Called with the state, and what led to it. */
export type Listener = (state: TableState, change: Change) => void;

/** A game that is played, or watched. */
export interface TableSession {
  readonly kind: 'local' | 'online';
  /** The id that its link has. */
  readonly id: string;
  /** How it stands. */
  readonly state: TableState;
  /** Calls at once with how it stands, and after every change. Returns how to stop that. */
  subscribe(listener: Listener): () => void;
  /** Something went wrong that nobody waits for: a bot, the storage, the connection. */
  onfault: ((fault: TableFault) => void) | null;

  /** Answers the question and the next ones of the same seat: all steps or none. */
  act(steps: string[]): Promise<void>;
  /** Takes back to `state.undo`, or to a version after the last new information. */
  undo(to?: number): Promise<void>;
  /** What steps of mine would bring, up to chance or another's answer; with no steps, how it is. */
  preview(steps: string[]): Promise<Preview>;
  /** Every way to carry out a step, down to its targets. */
  paths(steps: string[]): Promise<Preview[]>;
  /** Why the last of these steps is not legal; null if it is. */
  why(steps: string[]): Promise<Refusal | null>;
  /** What a bot would do in my place; null where that is not allowed. */
  hint(): Promise<Hint | null>;
  /** The chance of each seat to win, by seat; null where unknown or not allowed. */
  chances(): Promise<number[] | null>;
  /** Everything that has happened so far. */
  history(): Promise<StepTaken[]>;
  /** The cards that are played with. */
  cards(): Promise<Cards>;
  /** The record, as far as this screen may know it: text, or JSON. */
  record(form: 'text' | 'json'): Promise<string>;
  /** From now on in this language. */
  speak(language: string): Promise<void>;
  /** Lets go of it; a game on this device is kept. */
  close(): void;
}

/** What only a table on a server has. */
export interface OnlineSession extends TableSession {
  readonly kind: 'online';
  /** Follow window: I decide when those before me have. */
  wait(): Promise<void>;
  /** Replaces all my standing orders. */
  order(orders: Order[], following: Following): Promise<void>;
  say(text: string): Promise<void>;
  hear(seat: Seat, hearing: 'heard' | 'muted'): Promise<void>;
  consent(request: number, answer: 'agree' | 'refuse'): Promise<void>;
  resign(): Promise<void>;
}
