// Types of the table, for both local and online games. docs/PROTOCOL.md explains steps, events and views.
import type { Action } from '../engine';
import type { AutoStepCause, DescribedEvent, Event, Face, Galaxy, Seat as SeatId, View } from '../protocol';

export type { Berth, Cards, Decision, Face, Galaxy, Level, MissionCard, Outcome, PlanetCard, RogueCard, Score, View } from '../protocol';
export type { SeatId };

/** The order of faces, which is also the order in which dice are chosen. */
export const FACES: readonly Face[] = ['move', 'energy', 'culture', 'diplomacy', 'economy', 'colony'];

/** An event with its text. */
export type GameEvent = Event & {
  text: string;
  /** Online: the cause of an automatic step of the viewer. */
  by?: AutoStepCause;
};
/** The kind of an event. */
export type EventKind = Event['kind'];

/** Returns an event of a step; `by` is the cause of an automatic step. */
export function eventOf(event: DescribedEvent, by?: AutoStepCause): GameEvent {
  return { ...event, text: event.text ?? '', ...(by ? { by } : {}) };
}

/** Returns the seat that an event is about; null for events of the row, chance or the Rogue. */
export function actorOf(event: GameEvent): SeatId | null {
  return 'seat' in event ? event.seat : null;
}

/** A legal step with its text. */
export interface LegalStep {
  step: string;
  action: Action;
  text: string;
}

/** Returns the galaxy of a seat in a view. */
export function seatOf(view: View, id: string | null | undefined): Galaxy | undefined {
  return view.seats.find((s) => s.seat === id);
}
