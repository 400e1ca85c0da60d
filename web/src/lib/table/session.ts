// The interface between the table and a game, in the worker of this page or on a server.
import type { Deadline } from '../engine';
import type { Following } from '../protocol';
import type { LookaheadResult, Path } from './explore';
import type { Cards, Decision, Face, GameEvent, Option, SeatId, View } from './types';

/** The player at a seat. */
export interface Player {
  seat: SeatId;
  name: string;
  kind: 'you' | 'person' | 'bot' | 'rogue';
  /** Colour, shape and hull: 1 to 5, or x for the Rogue. */
  mark: string;
  /** The level of a bot, `away`, and the like. */
  note?: string;
  /** Online: whether the player resigned; a bot plays on. */
  resigned?: boolean;
  /** Online: whether the player is not connected. */
  absent?: boolean;
}

/** An event and its turn. */
export interface LogLine {
  event: GameEvent;
  turn: number;
  seat: SeatId;
  /** The number of steps when it happened. */
  step: number;
}

/** Online: the remaining time in milliseconds, when it was received. */
export interface Times {
  /** When it was received, in milliseconds since 1970. */
  told: number;
  seats: { seat: SeatId; left: number; runs: boolean }[];
}

/** Online: a sealed answer, kept until all have answered; it can still be changed. */
export interface Sealed {
  /** The step, or `wait`. */
  answer: string;
  decision: Decision;
  options: Option[];
}

/** The visible state of the table. */
export interface TableState {
  /** Rises with every change of the game or its prompt. */
  version: number;
  cards: Cards;
  players: Player[];
  /** The seat that this screen plays now; null for a spectator. */
  me: SeatId | null;
  /** Whether several people play at this screen. */
  shared: boolean;
  view: View;
  options: Option[];
  log: LogLine[];
  canUndo: boolean;
  /** Online: whether the viewer can ask the others for an undo. */
  mayAskUndo?: boolean;
  /** Online: the deadline of the pending decision. */
  deadline?: Deadline | null;
  times?: Times | null;
  sealed?: Sealed | null;
  /** Online: the seats asked before the viewer, who may wait for them. */
  before?: SeatId[];
}

/** A rule that forbids a step. */
export interface Violation {
  text: string;
  rule: string | null;
}

/** A move with its win probability. */
export interface Advice {
  /** The answer and its further steps: die, ship, target. */
  steps: string[];
  texts: string[];
  chance: number;
}
/** The best move of a bot, the next best ones, and their spots on the table. */
export interface Hint extends Advice {
  others: Advice[];
  spots: string[];
}

/** Standing orders that a server keeps. */
export interface StandingOrders {
  /** Returns whether dice of this face, or all of this turn, are passed. */
  passes(what: Face | 'turn'): boolean;
  /** Gives or cancels such an order. */
  toggle(what: Face | 'turn'): Promise<void>;
  /** The orders for the game, with their names. */
  held(): { face: Face; order: 'never' | 'gains' | 'colonises' }[];
  /** Cancels an order: from now on the player is asked. */
  drop(face: Face): Promise<void>;
  /** The current preset, unless an order differs from it. */
  readonly current: Following | null;
  /** Switches to a preset. */
  preset(preset: Following): Promise<void>;
}

/** A game in progress. */
export interface Session {
  /** Calls a listener at once and after every change. */
  subscribe(seen: (state: TableState, events: GameEvent[]) => void): () => void;
  /** Called with errors that no caller awaits: of a bot, the storage. */
  onfault?(tell: (text: string) => void): void;
  look(steps: string[]): Promise<LookaheadResult | null>;
  /** Returns every way from these steps, down to its targets. */
  ways(steps: string[]): Promise<Path[]>;
  why(steps: string[]): Promise<Violation | null>;
  /** Online: the server keeps standing orders, so that they apply while nobody looks. */
  standing?: StandingOrders;
  /** Online: decides after the seats before the viewer. */
  wait?(): Promise<void>;
  act(steps: string[]): Promise<void>;
  undo(): Promise<void>;
  /** Returns what a bot would do, best first. */
  hint?: () => Promise<Advice[]>;
  /** Returns the win probability of each seat, if it may be shown. */
  odds?(): Promise<Record<SeatId, number> | null>;
}
