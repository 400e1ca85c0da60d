// What can be read off the steps of a game: where my last gesture began, and whether it can be taken
// back without asking anybody.
import type { Seat, StepTaken } from '../protocol';

/** Steps that begin something; those after them belong to it: die, ship, place. */
const BEGINS = new Set(['activate', 'reroll', 'convert', 'end', 'follow', 'pass', 'keep']);

const begins = (step: StepTaken): boolean => BEGINS.has(step.step.split(' ')[0] ?? '');

/** How many steps there are before the last gesture of a seat; null if it has made none. */
export function beforeLastGesture(steps: StepTaken[], seat: Seat | null): number | null {
  const last = seat === null ? -1 : steps.findLastIndex((s) => s.seat === seat);
  if (last < 0) return null;
  let first = last;
  while (first > 0 && steps[first - 1]?.seat === seat && !begins(steps[first] as StepTaken)) first -= 1;
  return first;
}

/** Whether a seat was the last to act: what chance or others did since cannot be unseen. */
export function actedLast(steps: StepTaken[], seat: Seat | null): boolean {
  return seat !== null && steps.at(-1)?.seat === seat;
}
