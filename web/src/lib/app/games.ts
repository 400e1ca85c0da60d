// Games on this device and what surrounds them, as the pages see it. The forms are here; who keeps
// the games is the engine client's business (see local.ts).
import type { Session } from '../table/session';
import type { Outcome, SeatId } from '../table/types';
import type { SeatPlan } from '../engine';

export type { SeatPlan };

/** What to begin. */
export interface Plan {
  edition: string;
  deck: string | null;
  rogue: string | null;
  options: string[];
  seats: SeatPlan[];
}

/** A game in the list of this device. */
export interface Shelved {
  id: string;
  when: number;
  edition: string;
  names: string[];
  marks: string[];
  points: number[];
  row: string[];
  turn: number;
  over: boolean;
  /** Whether a person of this device is asked now. */
  yours: boolean;
}

/** A point of the chart of a game: the points of each seat after a turn. */
export interface Beat {
  turn: number;
  step: number;
  points: number[];
}

/** The chance of each seat to win after a turn. */
export interface Swing {
  turn: number;
  step: number;
  chances: number[];
}

/** A finished or running game to look at. */
export interface Story {
  session: Session;
  length: number;
  turns: { turn: number; seat: SeatId | null; step: number }[];
  names: string[];
  marks: string[];
  /** The seats of people and bots, through whose eyes it can be seen. */
  seats: SeatId[];
  outcome: Outcome | null;
  /** Whether it holds the whole game, or only what one seat saw. */
  whole: boolean;
  beats: Beat[];
  /** Shows the game after so many steps, through the eyes of a seat. */
  show(step: number, viewer: SeatId | null): Promise<void>;
  close(): void;
}

/** What checking the dice found. */
export interface Verdict {
  fair: boolean | null;
  text: string;
  /** How much is proved: 1 to 3; 0 if nothing is. */
  strength: number;
  /** Why not more, or what else to know. */
  notes: string[];
}

/** A rule with its number. */
export interface Rule {
  number: string;
  text: string;
}
/** The rules by chapter. */
export interface Rulebook {
  language: string;
  chapters: Rule[];
  rules: Rule[];
}
/** What can be played. */
export interface EditionInfo {
  edition: string;
  name: string;
  seats: number[];
  rogues: { rogue: string; name: string }[];
  options: string[];
}

/** A deck of one's own: its file, and what can be played with it. */
export interface OwnDeck {
  text: string;
  info: EditionInfo;
}
