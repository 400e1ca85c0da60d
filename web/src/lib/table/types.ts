// Types of the table, the same from the worker and from the server.
// docs/PROTOCOL.md explains steps, events and views.
import type { Amount, Face, Galaxy, Seat as SeatId, View, Why } from '../protocol';

export type { Berth, Cards, Decision, Face, Level, MissionCard, Outcome, PlanetCard, RogueCard, Score, View } from '../protocol';
export type { SeatId };
/** One mat, as far as the viewer may see it. */
export type Seat = Galaxy;

/** The order of faces, which is also the order in which dice are chosen. */
export const FACES: readonly Face[] = ['move', 'energy', 'culture', 'diplomacy', 'economy', 'colony'];

/** An event, with the fields of all kinds. */
export interface GameEvent {
  kind: string;
  text: string;
  seat?: SeatId | null;
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
  amount?: Amount;
  winners?: SeatId[];
  units?: number;
  into?: string;
  /** Online: what acted for the viewer, if the step was automatic. */
  by?: Why;
}

/** A legal step with its text. */
export interface Option {
  step: string;
  text: string;
}

/** A seat of a view. */
export function seatOf(view: View, id: string | null | undefined): Seat | undefined {
  return view.seats.find((s) => s.seat === id);
}
