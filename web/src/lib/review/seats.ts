// The seats of a reviewed game, as the page shows them.
import type { SeatPlayer } from '../engine';
import type { Seat } from '../protocol';
import { markOf, ROGUE_MARK } from '../table/shown';

/** A seat of a reviewed game. */
export interface ReviewSeat {
  seat: Seat;
  name: string;
  /** Colour and shape: 1 to 5, or x for the Rogue. */
  mark: string;
}

/** Returns whether the Rogue has this seat. */
export const isRogue = ({ mark }: ReviewSeat): boolean => mark === ROGUE_MARK;

/** Returns one seat for each player. */
export function reviewSeats(players: SeatPlayer[]): ReviewSeat[] {
  return players.map(({ seat, name, kind }) => ({ seat, name, mark: markOf(seat, kind) }));
}
