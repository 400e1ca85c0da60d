// The table as the engine tells it: the same form from the worker and from the server.
// What a step, an event or a view means is written in docs/PROTOCOL.md.

/** A face of the die; blast-off only calls three of them differently. */
export type Face = 'move' | 'energy' | 'culture' | 'diplomacy' | 'economy' | 'colony';
/** The order of faces, which is also the order in which dice are chosen. */
export const FACES: readonly Face[] = ['move', 'energy', 'culture', 'diplomacy', 'economy', 'colony'];
/** A seat: a letter from A. */
export type SeatId = string;

/** Where a ship is. */
export type Ship =
  | { at: 'reserve' }
  | { at: 'home' }
  | { at: 'surface'; slot: number }
  | { at: 'orbit'; slot: number; space: number };

/** One mat, as far as the viewer may see it. */
export interface Seat {
  seat: SeatId;
  rogue: boolean;
  energy: number;
  culture: number;
  level: number;
  dice: number;
  points: number;
  planet_points: number;
  ships: Ship[];
  colonies: string[];
  used: string[];
  mission: string | null;
}

/** What is asked, and of whom. */
export interface Decision {
  seat: SeatId;
  question: string;
  planet: string | null;
  face?: Face;
  cost?: number;
  text?: string;
}

/** The points of one seat at the end. */
export interface Score {
  seat: SeatId;
  points: number;
  planet_points: number;
  empire_points: number;
  mission_points: number;
  colonies: number;
  level: number;
  resources: number;
}

/** How a game ended. */
export interface Outcome {
  winners: SeatId[];
  decided_by: string;
  scores: Score[];
}

/** What a viewer may know. */
export interface View {
  viewer: SeatId | null;
  edition: string;
  rogue: string | null;
  options: string[];
  turn: number;
  start: SeatId;
  active: SeatId;
  actor: SeatId | 'chance' | 'over';
  decision: Decision | null;
  open_abilities: string[];
  seats: Seat[];
  dealt: string[];
  dice: Face[];
  chosen: Face[];
  bay: Face[];
  converter: Face[];
  discarded: number;
  rerolled: boolean;
  converted: boolean;
  follow_cost: number;
  effects: string[];
  loses_a_die: boolean;
  rogue_die: Face | null;
  end_triggered: boolean;
  end_triggered_by: SeatId | null;
  row: (string | null)[];
  deck: number;
  outcome: Outcome | null;
}

/** A planet card. */
export interface PlanetCard {
  planet: string;
  name: string;
  resource: 'energy' | 'culture';
  track: 'diplomacy' | 'economy';
  points: number;
  end: number;
  text: string;
}
/** A mission card. */
export interface MissionCard {
  mission: string;
  name: string;
  points: number;
  tied: number;
  text: string;
}
/** A Rogue. */
export interface RogueCard {
  rogue: string;
  name: string;
  attacks: string[];
}
/** A level of an empire track. */
export interface Level {
  cost: number;
  dice: number;
  ships: number;
  points: number;
}
/** Everything that is printed. */
export interface Cards {
  edition: string;
  name: string;
  levels: Level[];
  rogue_levels: Level[];
  planets: PlanetCard[];
  missions: MissionCard[];
  rogues: RogueCard[];
}

/** Something that happened; the fields depend on the kind. */
export interface GameEvent {
  kind: string;
  text: string;
  seat?: SeatId;
  face?: Face;
  dice?: Face[];
  ship?: number;
  slot?: number;
  space?: number;
  from?: number | string;
  to?: number | string;
  planet?: string;
  mission?: string | null;
  level?: number;
  cost?: number;
  points?: number;
  amount?: { energy: number; culture: number };
  winners?: SeatId[];
  units?: number;
  into?: string;
}

/** A legal step with its words. */
export interface Option {
  step: string;
  text: string;
}

/** A seat of a view. */
export function seatOf(view: View, id: SeatId | null): Seat | undefined {
  return view.seats.find((s) => s.seat === id);
}
