// A running analysis of a game: advances in slices until it is done or stopped.
import type { CheckedMark, MoveTexts, ReasonMessage, ReviewProgress } from '../engine';
import type { MoveReview, Review } from '../engine/review';

/** The progress of an analysis: steps of the game, then marks that rollouts check. */
export type RunProgress = Omit<ReviewProgress, 'review'>;

/** An analysis that advances in slices. */
export interface ReviewSource {
  /** Continues for one slice. */
  advance(): Promise<RunProgress>;
  /** Returns the review of the steps analysed so far. */
  read(): Promise<Review>;
  /** Returns the marks that rollouts have checked, after the first `from` ones. */
  checks(from: number): Promise<CheckedMark[]>;
  /** Returns the texts of the move with this index. */
  texts(index: number): Promise<MoveTexts>;
  /** Returns the reasons why the best move is better than the move played; takes the index of the move. */
  reasons(index: number): Promise<ReasonMessage[]>;
  close(): void;
}

/** An analysis in progress, for a page. */
export class ReviewRun {
  review = $state.raw<Review | null>(null);
  progress: RunProgress = $state.raw({ done: 0, total: 0, checked: 0, marks: 0, replayed: false, finished: false });
  isRunning = $state(false);
  problem = $state('');
  #source: Promise<ReviewSource> | null = null;
  readonly #open: () => Promise<ReviewSource>;
  #state: 'on' | 'stopped' | 'closed' = 'on';
  /** The progress that `review` reflects. */
  #shown: RunProgress | null = null;

  constructor(open: () => Promise<ReviewSource>) {
    this.#open = open;
  }

  /** Starts or continues the analysis. */
  async start(): Promise<void> {
    this.#state = 'on';
    if (this.isRunning || this.progress.finished) return;
    this.isRunning = true;
    this.problem = '';
    try {
      const source = await (this.#source ??= this.#open());
      // Continue if the user stopped and restarted the analysis while the result was being read.
      do await this.#advance(source);
      while (this.#shouldContinue());
    } catch (error) {
      this.#source = null;
      if (!this.#is('closed')) this.problem = error instanceof Error ? error.message : String(error);
    }
    this.isRunning = false;
  }

  /** Advances until the analysis is done or stopped; updates the review once all steps are analysed, and at the end. */
  async #advance(source: ReviewSource): Promise<void> {
    while (this.#shouldContinue()) {
      this.progress = await source.advance();
      if (this.progress.replayed) await this.#show(source);
    }
    if (!this.#is('closed')) await this.#show(source);
  }

  /** Updates the review: reads all of it until all steps are analysed, and later only the checked marks. */
  async #show(source: ReviewSource): Promise<void> {
    const { progress } = this;
    const before = this.#shown;
    if (before && before.done === progress.done && before.checked === progress.checked) return;
    this.#shown = progress;
    const { review } = this;
    this.review = review && before?.replayed ? withChecks(review, await source.checks(before.checked)) : await source.read();
  }

  #shouldContinue(): boolean {
    return this.#is('on') && !this.progress.finished;
  }

  #is(state: 'on' | 'closed'): boolean {
    return this.#state === state;
  }

  /** Stops after the current slice; the review covers the steps analysed so far. */
  stop(): void {
    this.#state = 'stopped';
  }

  /** Returns the texts of a move in the selected language. */
  texts(move: MoveReview): Promise<MoveTexts> {
    return this.#askAboutMove(move, (source, index) => source.texts(index));
  }

  /** Returns the reasons why the best move is better than the move played. */
  reasons(move: MoveReview): Promise<ReasonMessage[]> {
    return this.#askAboutMove(move, (source, index) => source.reasons(index));
  }

  async #askAboutMove<T>({ from }: MoveReview, ask: (source: ReviewSource, index: number) => Promise<T>): Promise<T> {
    const source = await this.#source;
    const index = this.review?.moves.findIndex((move) => move.from === from) ?? -1;
    if (!source || index < 0) throw new Error('this move is not part of the review');
    return ask(source, index);
  }

  /** Stops the analysis and frees it in the engine. */
  close(): void {
    this.#state = 'closed';
    void this.#source?.then((source) => source.close()).catch(() => undefined);
  }
}

/** Returns the review with more checked marks; all other moves stay the same objects. */
function withChecks(review: Review, checks: CheckedMark[]): Review {
  const moves = [...review.moves];
  for (const { index, ...result } of checks) {
    const move = moves[index];
    if (move) moves[index] = { ...move, ...result };
  }
  return { ...review, moves };
}
