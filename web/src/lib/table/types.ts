// Types of the table, the same from the worker and from the server.
// docs/PROTOCOL.md explains steps, events and views.
import type { Action } from '../engine';
import type { Event, Face, Galaxy, Seat as SeatId, Told, View, Why } from '../protocol';

export type { Berth, Cards, Decision, Face, Level, MissionCard, Outcome, PlanetCard, RogueCard, Score, View } from '../protocol';
export type { SeatId };
/** One mat, as far as the viewer may see it. */
export type Seat = Galaxy;

/** The order of faces, which is also the order in which dice are chosen. */
export const FACES: readonly Face[] = ['move', 'energy', 'culture', 'diplomacy', 'economy', 'colony'];

/** An event with its text. */
export type GameEvent = Event & {
  text: string;
  /** Online: what acted for the viewer, if the step was automatic. */
  by?: Why;
};
/** The kind of an event. */
export type EventKind = Event['kind'];

/** Returns an event of a step; `by` is what took the step for the viewer. */
export function eventOf(told: Told, by?: Why): GameEvent {
  return { ...told, text: told.text ?? '', ...(by ? { by } : {}) };
}

/** Returns the seat that an event is about; null for events of the row, chance or the Rogue. */
export function actorOf(event: GameEvent): SeatId | null {
  return 'seat' in event ? event.seat : null;
}

/** A legal step with its text. */
export interface Option {
  step: string;
  action: Action;
  text: string;
}

/** A seat of a view. */
export function seatOf(view: View, id: string | null | undefined): Seat | undefined {
  return view.seats.find((s) => s.seat === id);
}
