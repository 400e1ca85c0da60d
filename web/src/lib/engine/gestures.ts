// Groups the steps of a game into gestures and moves, for undo and for the replay. A gesture is an action of a player with the choices that
// complete it, such as die, ship and target; a move is a gesture, or chance outcomes in a row.
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

/** Returns whether this seat took the last step. If not, an undo would also undo chance outcomes or steps of other seats. */
export function actedLast(steps: readonly StepTaken[], seat: Seat | null): boolean {
  return seat !== null && steps.at(-1)?.seat === seat;
}

/** Returns 0, then the number of steps at the end of each move. Die, ship and target are one move, and so are cards dealt in a row. */
export function moveEnds(steps: readonly StepTaken[]): number[] {
  const continues = (step: StepTaken, next: StepTaken | undefined): boolean =>
    next !== undefined && next.seat === step.seat && !(step.seat === null ? rolledFaces(next.step) !== null : begins(next));
  return [0, ...steps.flatMap((step, i) => (continues(step, steps[i + 1]) ? [] : [i + 1]))];
}
