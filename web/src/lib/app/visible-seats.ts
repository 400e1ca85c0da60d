// Selects the seats whose view a replay may show. A finished game has no secrets, but a running game may have.
import type { Plan, Replay } from '../engine';
import type { Seat } from '../protocol';

const SEATS: readonly Seat[] = ['A', 'B', 'C', 'D', 'E'];

/** Facts about a game that its record does not contain. */
export interface GameStatus {
  /** The plan, if the game was started on this device. */
  plan: Plan | null;
  /** Whether the game is over by the rules or by resignation. */
  over: boolean;
}

/** Returns whether a game has no secrets: it is over, it is a solo game, or its edition has no missions. */
export function isOpen({ rogue, outcome }: Replay, missions: number, { over }: GameStatus): boolean {
  return over || outcome !== null || rogue !== null || missions === 0;
}

/** Returns whether a game may be reviewed, which shows all missions: it has no secrets, or its complete record was imported. */
export function isReviewable({ whole }: Replay, open: boolean, { plan }: GameStatus): boolean {
  return open || (whole && !plan);
}

/** Returns the seats whose view a replay may show; none if several people play a running game on this device. */
export function visibleSeats(replay: Replay, open: boolean, { plan }: GameStatus): Seat[] {
  const seats = SEATS.slice(0, replay.seats);
  if (open) return seats;
  if (!replay.whole) return seats.filter((seat) => seat === replay.seen_by);
  const people = seats.filter((_, i) => plan?.seats[i]?.kind === 'person');
  return people.length === 1 ? people : [];
}
