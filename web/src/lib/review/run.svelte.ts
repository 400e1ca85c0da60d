// The analysis of a game in progress: advances in slices until it is done or stopped.
import type { MoveTexts, ReviewProgress } from '../engine';
import type { MoveReview, Review } from '../engine/review';

/** The progress of an analysis, in steps of the game. */
export type RunProgress = Pick<ReviewProgress, 'done' | 'total' | 'finished'>;

/** An analysis that advances in slices. */
export interface ReviewSource {
  /** Continues for one slice. */
  advance(): Promise<RunProgress>;
  /** Returns the review of what is done. */
  read(): Promise<Review>;
  /** Returns the texts of a move, by its index. */
  texts(index: number): Promise<MoveTexts>;
  close(): void;
}

/** An analysis in progress, for a page. */
export class ReviewRun {
  review = $state.raw<Review | null>(null);
  progress: RunProgress = $state.raw({ done: 0, total: 0, finished: false });
  isRunning = $state(false);
  problem = $state('');
  #source: Promise<ReviewSource> | null = null;
  readonly #open: () => Promise<ReviewSource>;
  #state: 'on' | 'stopped' | 'closed' = 'on';

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
      // Stopped and started again while the result is read: continue.
      do {
        while (this.#is('on') && !this.progress.finished) this.progress = await source.advance();
        if (!this.#is('closed')) this.review = await source.read();
      } while (this.#is('on') && !this.progress.finished);
    } catch (error) {
      this.#source = null;
      if (!this.#is('closed')) this.problem = error instanceof Error ? error.message : String(error);
    }
    this.isRunning = false;
  }

  #is(state: 'on' | 'closed'): boolean {
    return this.#state === state;
  }

  /** Stops after the current slice; the review covers what is done. */
  stop(): void {
    this.#state = 'stopped';
  }

  /** Returns the texts of a move in the selected language. */
  async texts(move: MoveReview): Promise<MoveTexts> {
    const source = await this.#source;
    const index = this.review?.moves.indexOf(move) ?? -1;
    if (!source || index < 0) throw new Error('this move is not part of the review');
    return source.texts(index);
  }

  /** Stops and frees the analysis. */
  close(): void {
    this.#state = 'closed';
    void this.#source?.then((source) => source.close()).catch(() => undefined);
  }
}
