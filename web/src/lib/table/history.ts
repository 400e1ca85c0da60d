// Queries of the log: who followed which die of a turn.
import type { LogLine } from './session';
import type { SeatId } from './types';

/** Returns the followers of each die in the bay of a turn. */
export function followers(log: LogLine[], turn: number): SeatId[][] {
  const dice: SeatId[][] = [];
  for (const { event, turn: when } of log) {
    if (when !== turn) continue;
    if (event.kind === 'die-activated' || event.kind === 'rogue-used') dice.push([]);
    const last = dice.at(-1);
    // A seat may act twice on one die: free by an ability, and by following.
    if (event.kind === 'followed' && event.seat && last && !last.includes(event.seat)) last.push(event.seat);
  }
  return dice;
}
