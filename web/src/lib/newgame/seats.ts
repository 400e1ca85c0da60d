// The seats of a new game on this device: any mix of people and bots.
import type { SeatPlan } from '../engine';
import type { Seat } from '../protocol';

/** The seats in turn order. */
export const SEATS: readonly Seat[] = ['A', 'B', 'C', 'D', 'E'];

const BOTS = ['Vega', 'Mira', 'Kepler', 'Solveig', 'Ada'];

/** A seat in the form for a new game. It keeps name and level for both kinds, so that switching back restores them. */
export interface SeatDraft {
  kind: 'person' | 'bot';
  name: string;
  level: string;
}

/** Returns the name of the bot at a seat, given by its index. */
export const botName = (index: number): string => BOTS[index] ?? `Bot ${index + 1}`;

/** Returns five seats: the user first, then `others`. */
export function draftSeats(others: 'person' | 'bot', name: string, level: string): SeatDraft[] {
  return SEATS.map((_, index) => ({ kind: index ? others : 'person', name: index ? '' : name, level }));
}

/** Returns the players of the game. A single person without a name gets `defaultName`; several people get numbered names. */
export function planSeats(drafts: SeatDraft[], defaultName: string, numberedName: (n: number) => string): SeatPlan[] {
  const people = drafts.filter((seat) => seat.kind === 'person').length;
  return drafts.map((seat, index) => {
    if (seat.kind === 'bot') return { kind: 'bot', name: botName(index), level: seat.level };
    return { kind: 'person', name: seat.name.trim() || (people === 1 ? defaultName : numberedName(index + 1)) };
  });
}

/** Returns the level of all bots; null if they differ or there are none. */
export function commonLevel(drafts: SeatDraft[]): string | null {
  const levels = new Set(drafts.filter((seat) => seat.kind === 'bot').map((seat) => seat.level));
  return levels.size === 1 ? ([...levels][0] ?? null) : null;
}
