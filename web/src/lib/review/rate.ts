// Rates a tried move: as the review does if it lists the move, else with the engine. Moves are compared by their results,
// because different steps can have the same result.
import type { Assessment, LocalTable, Preview } from '../engine';
import type { MoveReview } from '../engine/review';

/** A move that the player tried, with its chance to win. */
export interface TriedMove {
  steps: string[];
  chance: number;
  /** Whether the move was played in the game. */
  isPlayed: boolean;
}

/** Rates the moves of the position before a reviewed move. */
export class MoveRater {
  private constructor(
    private readonly move: MoveReview,
    private readonly results: string[],
    private readonly assess: (steps: string[]) => Promise<Assessment>,
  ) {}

  /** Computes the results of the moves that the review lists; the table shows the position before the move. */
  static async of(table: LocalTable, move: MoveReview): Promise<MoveRater> {
    const assess = table.assessor();
    const results = await Promise.all(move.alternatives.map(({ steps }) => table.preview(steps)));
    return new MoveRater(move, results.map(resultOf), assess);
  }

  /** Returns the rating of a move. */
  async rate(tried: Preview): Promise<TriedMove> {
    const { steps } = tried;
    const result = resultOf(tried);
    const found = this.move.alternatives.filter((_, i) => this.results[i] === result);
    const isPlayed = found.some(({ played }) => played) || steps.join() === this.move.steps.join();
    return { steps, chance: found[0]?.chance ?? (await this.#assessed(steps)), isPlayed };
  }

  /** Returns the chance of a move that the review does not list: the review's best chance less the loss of the move. */
  async #assessed(steps: string[]): Promise<number> {
    const { review } = await this.assess(steps);
    return this.move.best - review.loss;
  }
}

/** Returns a key that identifies the result of a move. */
function resultOf({ view, next }: Preview): string {
  return JSON.stringify([next, view]);
}
