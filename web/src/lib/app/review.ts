// The review of a game of this device, of a server or of a link, computed in its own worker.
import { EngineClient } from '../engine';
import type { Review } from '../engine/review';
import { language } from '../i18n/index.svelte';
import { ReviewRun, type ReviewSource } from '../review/run.svelte';
import { deviceErrorText } from './faults';
import { withStory } from './local';

/** The work of a slice: about 20 ms, so that the worker stops soon after it is asked to. */
const SLICE = 100;

/** A worker for analyses only: the table never waits for it. */
const engine = new EngineClient();

/** The most rollouts of each marked move: afterwards it is too close to call. */
const ROLLOUTS = 200;

/** The number of reviews that stay while their pages are left and visited again: a game and a branch. */
const KEPT = 2;
let kept: { id: string; run: ReviewRun }[] = [];

/** Returns the review of a game; it does not run yet. */
export function reviewOf(id: string): ReviewRun {
  const run = kept.find((one) => one.id === id)?.run ?? new ReviewRun(() => open(id));
  const all = [{ id, run }, ...kept.filter((one) => one.id !== id)];
  kept = all.slice(0, KEPT);
  for (const one of all.slice(KEPT)) one.run.close();
  return run;
}

/** Returns the review of a game as far as it is known. */
export const knownReview = (id: string): Review | null => kept.find((one) => one.id === id)?.run.review ?? null;

async function open(id: string): Promise<ReviewSource> {
  const record = await withStory(id, (story) => story.write('text'));
  const { review } = await asked(() => engine.ask('review', { record, rollouts: ROLLOUTS }));
  return {
    advance: () => asked(() => engine.ask('review-advance', { review, work: SLICE })),
    read: () => asked(() => engine.ask('review-result', { review })),
    checks: () => asked(() => engine.ask('review-checks', { review })),
    texts: (index) => asked(() => engine.ask('review-texts', { review, index })),
    reasons: (index) => asked(() => engine.ask('reasons', { review, index })),
    close: () => void engine.ask('review-close', { review }).catch(() => undefined),
  };
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  engine.language = language();
  try {
    return await ask();
  } catch (thrown) {
    throw new Error(deviceErrorText(thrown), { cause: thrown });
  }
}
