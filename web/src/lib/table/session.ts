// The state of a session (lib/engine/session.ts) as the components of the table draw it.
import type { Action, Deadline, ReasonMessage } from '../engine';
import type { EditionDescription } from '../protocol';
import type { Cards, Decision, GameEvent, LegalStep, SeatId, View } from './types';

/** The player at a seat. */
export interface Player {
  seat: SeatId;
  name: string;
  kind: 'you' | 'person' | 'bot' | 'rogue';
  /** Colour, shape and hull: 1 to 5, or x for the Rogue. */
  mark: string;
  /** A short text, such as the level of a bot or `away`. */
  note?: string;
  /** Whether the player resigned; a bot then plays the seat. */
  resigned?: boolean;
  /** Online: whether the player is not connected. */
  absent?: boolean;
}

/** An event with its turn, for the log. */
export interface LogLine {
  event: GameEvent;
  turn: number;
  seat: SeatId;
  /** The number of steps when the event happened. */
  step: number;
  /** The action that caused the event; absent if chance caused it. */
  action?: Action;
}

/** Online: the time that each seat had left, in milliseconds, at the moment `receivedAt`. */
export interface Times {
  /** When this page received the times, in milliseconds since 1970. */
  receivedAt: number;
  seats: { seat: SeatId; left: number; runs: boolean }[];
}

/** Online: a sealed answer. The server keeps it until all seats have answered; the viewer can change it until then. */
export interface Sealed {
  /** The action; `wait` if the viewer wants to decide after the others. */
  answer: Action | 'wait';
  decision: Decision;
  options: LegalStep[];
}

/** The visible state of the table. */
export interface TableState {
  /** Incremented by every change of the game or its prompt. */
  version: number;
  cards: Cards;
  /** The description of the edition or deck: its options, dice and terms. */
  edition: EditionDescription;
  players: Player[];
  /** The seat that this screen plays now; null for a spectator. */
  me: SeatId | null;
  /** Whether several people play at this screen. */
  shared: boolean;
  view: View;
  options: LegalStep[];
  log: LogLine[];
  canUndo: boolean;
  /** Online: whether the viewer can ask the others for an undo. */
  mayAskUndo?: boolean;
  /** Online: the deadline of the pending decision. */
  deadline?: Deadline | null;
  times?: Times | null;
  sealed?: Sealed | null;
  /** Online: the seats that are asked before the viewer, who may wait for them. */
  before?: SeatId[];
}

/** The reason why an action is not possible, and the rule that forbids it, if any. */
export interface Violation {
  text: string;
  rule: string | null;
}

/** A move with its chance to win. */
export interface Advice {
  /** The action and the choices that complete it: die, ship, target. */
  steps: string[];
  /** The steps as data. */
  actions: Action[];
  texts: string[];
  chance: number;
}
/** The best move according to a bot, the next best ones, and their spots on the table. */
export interface Hint extends Advice {
  others: Advice[];
  /** The reasons why the best move is better than the others. */
  reasons: ReasonMessage[];
  spots: string[];
}
