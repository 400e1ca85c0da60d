// The seats of a new game on this device: people and bots in any mixture.
import type { SeatPlan } from '../engine';
import type { Seat } from '../protocol';

/** The seats in turn order. */
export const SEATS: readonly Seat[] = ['A', 'B', 'C', 'D', 'E'];

const BOTS = ['Vega', 'Mira', 'Kepler', 'Solveig', 'Ada'];

/** A seat while a game is set up. A seat that changes its kind keeps its name and its level. */
export interface SeatDraft {
  kind: 'person' | 'bot';
  name: string;
  level: string;
}

/** Returns the name of the bot at a place. */
export const botName = (place: number): string => BOTS[place] ?? `Bot ${place + 1}`;

/** Returns five seats: the first is the user, the others are people or bots. */
export function draftSeats(others: 'person' | 'bot', name: string, level: string): SeatDraft[] {
  return SEATS.map((_, place) => ({ kind: place ? others : 'person', name: place ? '' : name, level }));
}

/** Returns the plan of the first seats. A single person is addressed differently than several. */
export function planSeats(drafts: SeatDraft[], alone: string, among: (n: number) => string): SeatPlan[] {
  const people = drafts.filter((seat) => seat.kind === 'person').length;
  return drafts.map((seat, place) => {
    if (seat.kind === 'bot') return { kind: 'bot', name: botName(place), level: seat.level };
    return { kind: 'person', name: seat.name.trim() || (people === 1 ? alone : among(place + 1)) };
  });
}

/** Returns the level of all bots; null if they differ or there are none. */
export function commonLevel(drafts: SeatDraft[]): string | null {
  const levels = new Set(drafts.filter((seat) => seat.kind === 'bot').map((seat) => seat.level));
  return levels.size === 1 ? ([...levels][0] ?? null) : null;
}
