// Describes the moves of a review in words.
import { actionOf } from '../engine/actions';
import type { ReasonMessage } from '../engine';
import type { Alternative, MoveReview } from '../engine/review';
import type { Naming } from '../protocol';
import { moveLine } from './moveline';
import type { ReviewRun } from './run.svelte';

/** A listed move with its description in words. */
export interface DescribedMove extends Alternative {
  text: string;
}

/** Returns the listed moves with their descriptions, best first; omits moves that differ only in the number of the ship. */
export async function describeMoves(run: ReviewRun, move: MoveReview, naming: Naming): Promise<DescribedMove[]> {
  const { alternatives } = await run.texts(move);
  const all = move.alternatives.map((one, i): DescribedMove => {
    const texts = alternatives[i] ?? one.steps;
    return { ...one, text: moveLine({ actions: one.steps.map(actionOf), texts }, naming) };
  });
  return all.filter((one, i) => one.played || !all.slice(0, i).some((other) => isSame(one, other)));
}

/** Returns the reasons why the best move is better than the move played; empty if they cannot be computed. */
export const reasonsOf = (run: ReviewRun, move: MoveReview): Promise<ReasonMessage[]> => run.reasons(move).catch(() => []);

/** Returns whether two moves differ only in the number of the ship, and have the same chance. */
function isSame(one: Alternative, other: Alternative): boolean {
  const plain = ({ steps }: Alternative) => steps.map((step) => step.replace(/^(ship|advance) \d+$/, '$1')).join();
  return Math.abs(one.chance - other.chance) < 1e-9 && plain(one) === plain(other);
}
