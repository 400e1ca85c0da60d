// Reads the steps of a game: where the viewer's last gesture starts, and whether it can be undone
// without asking the others.
import type { Seat, StepTaken } from '../protocol';
import { actionOf, rolledFaces, startsGesture } from './actions';

const begins = ({ step }: StepTaken): boolean => startsGesture(actionOf(step));

/** Returns the number of steps before the last gesture of a seat; null if there is none. */
export function beforeLastGesture(steps: readonly StepTaken[], seat: Seat | null): number | null {
  const last = seat === null ? -1 : steps.findLastIndex((s) => s.seat === seat);
  if (last < 0) return null;
  let first = last;
  while (first > 0 && steps[first - 1]?.seat === seat && !begins(steps[first] as StepTaken)) first -= 1;
  return first;
}

/** Returns whether a seat acted last. Otherwise an undo would also undo what chance or other seats did. */
export function actedLast(steps: readonly StepTaken[], seat: Seat | null): boolean {
  return seat !== null && steps.at(-1)?.seat === seat;
}

/** Returns the number of steps after each move, with 0 first. Die, ship and target count as one move, and so do cards dealt in a row. */
export function moveEnds(steps: readonly StepTaken[]): number[] {
  const goesOn = (step: StepTaken, next: StepTaken | undefined): boolean =>
    next !== undefined && next.seat === step.seat && !(step.seat === null ? rolledFaces(next.step) !== null : begins(next));
  return [0, ...steps.flatMap((step, i) => (goesOn(step, steps[i + 1]) ? [] : [i + 1]))];
}
