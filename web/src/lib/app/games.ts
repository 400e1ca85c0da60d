// Types of the games on this device, as the pages use them. local.ts implements the functions with
// the engine client.
import type { BranchPoint, SeatPlan, Session } from '../engine';
import type { EditionDescription } from '../protocol';
import type { Outcome, SeatId } from '../table/types';

export type { SeatPlan };

/** The settings of a new game. */
export interface Plan {
  edition: string;
  deck: string | null;
  rogue: string | null;
  /** The chosen options, by field name (such as `relentless`). */
  options: string[];
  /** The starting player; null for a random one. */
  start: SeatId | null;
  seats: SeatPlan[];
}

/** A game in the list of this device. */
export interface GameListItem {
  id: string;
  /** When the game last changed, in milliseconds since 1970. */
  when: number;
  edition: string;
  names: string[];
  marks: string[];
  points: number[];
  /** The planets that lie face up. */
  row: string[];
  turn: number;
  /** `running`: the game can be continued here. `over`: it is finished. `cut`: an imported record of an unfinished game. */
  stage: 'running' | 'over' | 'cut';
  /** Whether the game waits for a player at this device. */
  yours: boolean;
  /** For a branch: where it begins. */
  origin: BranchPoint | null;
}

/** A point of the score chart: the points of each seat after a turn. */
export interface ScorePoint {
  turn: number;
  step: number;
  points: number[];
}

/** The win probability of each seat after a turn. */
export interface OddsPoint {
  turn: number;
  step: number;
  chances: number[];
}

/** An open replay of a finished or running game. */
export interface OpenReplay {
  session: Session;
  length: number;
  turns: { turn: number; seat: SeatId | null; step: number }[];
  /** The number of steps at the start (0) and at the end of each move. */
  moves: number[];
  names: string[];
  marks: string[];
  /** The seats whose view may be shown: all seats if the game has no secrets, otherwise only the player's own seat. */
  visibleSeats: SeatId[];
  /** The seat of the first person at this device; null unless the game was started here. */
  ownSeat: SeatId | null;
  outcome: Outcome | null;
  /** Whether a new game can start from a step of this one. */
  mayBranch: boolean;
  /** Whether the game can be reviewed, although a review shows all missions. */
  mayReview: boolean;
  /** Whether the game can be shared by a link, because it has no secrets. */
  mayShare: boolean;
  timeline: ScorePoint[];
  /** Shows the game after a number of steps, as a seat sees it. */
  show(step: number, viewer: SeatId | null): Promise<void>;
  close(): void;
}

/** The result of the dice check. */
export interface Verdict {
  /** Where the dice were rolled; null if the check failed. Only dice of a server have proof levels: a device could choose its own dice. */
  kind: 'local' | 'online' | null;
  /** Whether the dice are fair; null if neither can be proved. */
  fair: boolean | null;
  text: string;
  /** The proof level, 1 to 3; 0 if nothing is proved. */
  proofLevel: number;
  /** The reasons why the proof level is not higher, and warnings. */
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
/** A custom deck: the text of its file, and its description. */
export interface CustomDeck {
  text: string;
  info: EditionDescription;
}
