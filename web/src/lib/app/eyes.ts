// What a replay may show: a finished game everything, a running game only what its players may know.
import type { Plan, Replay } from '../engine';
import type { Seat } from '../protocol';

const SEATS: readonly Seat[] = ['A', 'B', 'C', 'D', 'E'];

/** Facts about a game that its record does not contain. */
export interface Origin {
  /** The plan, if the game was started on this device. */
  plan: Plan | null;
  /** Whether the game is over, also by resignation. */
  over: boolean;
}

/** Returns whether a game has no secrets: it is over, or its edition has none. */
export function isOpen({ rogue, outcome }: Replay, missions: number, { over }: Origin): boolean {
  return over || outcome !== null || rogue !== null || missions === 0;
}

/** Returns the seats whose view a replay may show. A shared screen belongs to nobody. */
export function eyesOf(replay: Replay, open: boolean, { plan }: Origin): Seat[] {
  const seats = SEATS.slice(0, replay.seats);
  if (open) return seats;
  if (!replay.whole) return seats.filter((seat) => seat === replay.seen_by);
  const people = seats.filter((_, i) => plan?.seats[i]?.kind === 'person');
  return people.length === 1 ? people : [];
}
