// Finds a tried move among the moves that a review lists. It compares results, because different steps can have the
// same result.
import type { LocalTable, Preview } from '../engine';
import type { MoveReview } from '../engine/review';

/** A move that the player tried, with its chance to win; the chance is null if the review does not list the move. */
export interface TriedMove {
  steps: string[];
  chance: number | null;
  /** Whether the move was played in the game. */
  isPlayed: boolean;
}

/** The moves that a review lists for a position. */
export class ListedMoves {
  private constructor(
    private readonly move: MoveReview,
    private readonly results: string[],
  ) {}

  /** Computes the results of the listed moves. */
  static async of(table: LocalTable, move: MoveReview): Promise<ListedMoves> {
    const results = await Promise.all(move.alternatives.map(({ steps }) => table.preview(steps)));
    return new ListedMoves(move, results.map(resultOf));
  }

  /** Returns the rating of a move in the review. */
  find(tried: Preview): TriedMove {
    const { steps } = tried;
    const result = resultOf(tried);
    const found = this.move.alternatives.filter((_, i) => this.results[i] === result);
    const isPlayed = found.some(({ played }) => played) || steps.join() === this.move.steps.join();
    return { steps, chance: found[0]?.chance ?? null, isPlayed };
  }
}

/** Returns a key that identifies the result of a move. */
function resultOf({ view, next }: Preview): string {
  return JSON.stringify([next, view]);
}
