// What the table needs of a game, whoever keeps it: the worker of this page or a server.
import type { Deadline } from '../engine';
import type { Following } from '../protocol';
import type { Ahead, Path } from './explore';
import type { Cards, Decision, Face, GameEvent, Option, SeatId, View } from './types';

/** Who sits at a seat. */
export interface Player {
  seat: SeatId;
  name: string;
  kind: 'you' | 'person' | 'bot' | 'rogue';
  /** Colour, shape and hull: 1 to 5, or x for the Rogue. */
  mark: string;
  /** The level of a bot, whether somebody is away, and the like. */
  note?: string;
}

/** One thing that happened, and in which turn. */
export interface LogLine {
  event: GameEvent;
  turn: number;
  seat: SeatId;
  /** How many steps the game had when it happened. */
  step: number;
}

/** Online: how much time is left, in milliseconds, when it was told. */
export interface Times {
  /** When it was told, in milliseconds since 1970. */
  told: number;
  seats: { seat: SeatId; left: number; runs: boolean }[];
}

/** Online: an answer that is kept until all have answered; it can still be changed. */
export interface Sealed {
  /** The step, or `wait`. */
  answer: string;
  decision: Decision;
  options: Option[];
}

/** Everything the table shows. */
export interface TableState {
  /** Rises with every change of the game or its question. */
  version: number;
  cards: Cards;
  players: Player[];
  /** The seat that this screen plays now; null for somebody who only watches. */
  me: SeatId | null;
  /** Whether several people play at this screen. */
  shared: boolean;
  view: View;
  options: Option[];
  log: LogLine[];
  canUndo: boolean;
  /** Online: the others can be asked to let the last move be taken back. */
  mayAskUndo?: boolean;
  /** Online: when the time for what is asked is over. */
  deadline?: Deadline | null;
  times?: Times | null;
  sealed?: Sealed | null;
  /** Online: who is asked before me; I may wait for them. */
  before?: SeatId[];
}

/** A rule that stands in the way. */
export interface Refusal {
  text: string;
  rule: string | null;
}

/** A way to go on, and the chance to win after it. */
export interface Advice {
  /** The answer and those that go with it: die, ship, place. */
  steps: string[];
  texts: string[];
  chance: number;
}
/** What a bot would do, the next best things, and where the table shows it. */
export interface Hint extends Advice {
  others: Advice[];
  spots: string[];
}

/** Standing orders that somebody else keeps. */
export interface Standing {
  /** Whether dice of this face, or all of this turn, are passed. */
  passes(what: Face | 'turn'): boolean;
  /** Gives such an order, or takes it back. */
  toggle(what: Face | 'turn'): Promise<void>;
  /** What holds for the game, and how it is called. */
  held(): { face: Face; order: 'never' | 'gains' | 'colonises' }[];
  /** Takes an order back: from now on I am asked. */
  drop(face: Face): Promise<void>;
  /** The preset that holds, unless something was changed in it. */
  readonly current: Following | null;
  /** Follows by a preset from now on. */
  preset(preset: Following): Promise<void>;
}

/** A game in progress. */
export interface Session {
  /** Calls at once with the state, and again after every change. */
  subscribe(seen: (state: TableState, events: GameEvent[]) => void): () => void;
  /** Tells of what goes wrong without anybody waiting for it: a bot, the storage. */
  onfault?(tell: (text: string) => void): void;
  look(steps: string[]): Promise<Ahead | null>;
  /** Every way on from these steps, down to its targets. */
  ways(steps: string[]): Promise<Path[]>;
  why(steps: string[]): Promise<Refusal | null>;
  /** Online: standing orders live on the server, so that they hold while nobody looks. */
  standing?: Standing;
  /** Online: I decide after those before me. */
  wait?(): Promise<void>;
  act(steps: string[]): Promise<void>;
  undo(): Promise<void>;
  /** What a bot would do here, the best first. */
  hint?: () => Promise<Advice[]>;
  /** The chance of each seat to win, if it may be shown. */
  odds?(): Promise<Record<SeatId, number> | null>;
}
