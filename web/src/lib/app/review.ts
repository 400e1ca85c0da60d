// Reviews of games of this device, of a server or from a link, computed in a separate worker.
import { EngineClient } from '../engine';
import type { Review } from '../engine/review';
import { language } from '../i18n/index.svelte';
import { ReviewRun, type ReviewSource } from '../review/run.svelte';
import { deviceErrorText } from './faults';
import { withRecord } from './local';

/** Lookahead lines per request. They take about 20 ms, so that the worker answers other requests soon. */
const WORK_PER_REQUEST = 100;

/** The engine in a worker that computes only reviews, so that the table never waits for a review. */
const engine = new EngineClient();

/** Number of reviews to keep in memory after the user leaves their pages: enough for a game and a branch of it. */
const MAX_REVIEWS = 2;
let reviews: { id: string; run: ReviewRun }[] = [];

/** Returns the review of a game. A new one does not run until it is started. */
export function reviewOf(id: string): ReviewRun {
  const run = reviews.find((entry) => entry.id === id)?.run ?? new ReviewRun(() => open(id));
  const all = [{ id, run }, ...reviews.filter((entry) => entry.id !== id)];
  reviews = all.slice(0, MAX_REVIEWS);
  for (const entry of all.slice(MAX_REVIEWS)) entry.run.close();
  return run;
}

/** Returns the part of a review in memory that is done; null if there is none. */
export const knownReview = (id: string): Review | null => reviews.find((entry) => entry.id === id)?.run.review ?? null;

async function open(id: string): Promise<ReviewSource> {
  const record = await withRecord(id, (opened) => opened.write('text'));
  const { review } = await withErrorText(() => engine.ask('review', { record }));
  return {
    advance: () => withErrorText(() => engine.ask('review-advance', { review, work: WORK_PER_REQUEST })),
    read: () => withErrorText(() => engine.ask('review-result', { review })),
    checks: (from) => withErrorText(() => engine.ask('review-checks', { review, from })),
    texts: (index) => withErrorText(() => engine.ask('review-texts', { review, index })),
    reasons: (index) => withErrorText(() => engine.ask('reasons', { review, index })),
    close: () => void engine.ask('review-close', { review }).catch(() => undefined),
  };
}

/** Sends a request in the selected language; converts faults into errors with texts for users. */
async function withErrorText<T>(ask: () => Promise<T>): Promise<T> {
  engine.language = language();
  try {
    return await ask();
  } catch (thrown) {
    throw new Error(deviceErrorText(thrown), { cause: thrown });
  }
}
