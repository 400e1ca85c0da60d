// Finds the followers of the dice of a turn in the log.
import type { LogLine } from './session';
import type { SeatId } from './types';

/** The seats that followed each die of a turn. */
export interface Followers {
  /** The followers of the dice in the bay, by space. */
  bay: SeatId[][];
  /** The followers of the die on the converter, in editions in which it acts at once (R5.2). */
  converter: SeatId[];
  /** The location of the die that was used last; others may follow it now. */
  open: 'bay' | 'converter';
}

/** Returns the followers of the dice of a turn. */
export function followers(log: LogLine[], turn: number): Followers {
  const found: Followers = { bay: [], converter: [], open: 'bay' };
  for (const { event, turn: when, action } of log) {
    if (when !== turn) continue;
    // Only the converter asks for a payment.
    if (action?.kind === 'pay') found.open = 'converter';
    switch (event.kind) {
      case 'die-activated':
      case 'rogue-used':
        found.bay.push([]);
        found.open = 'bay';
        break;
      case 'rogue-bonus':
        // R12.7: the bay is emptied for the three bonus dice.
        found.bay = [];
        break;
      case 'followed':
        addOnce(found.open === 'bay' ? found.bay.at(-1) : found.converter, event.seat);
        break;
      default:
    }
  }
  return found;
}

/** Adds a seat unless it is listed. A seat can act twice on one die: once for free by an ability, and once by following. */
function addOnce(seats: SeatId[] | undefined, seat: SeatId): void {
  if (seats && !seats.includes(seat)) seats.push(seat);
}
