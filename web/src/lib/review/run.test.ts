import { expect, test } from 'vitest';
import { review } from './fixture';

const UNCHECKED = review().moves.map((move) => ({ ...move, check: null }));
import { ReviewRun, type ReviewSource } from './run.svelte';

/** Returns an analysis with three slices for the steps and one for each mark to check. */
function source(each: (done: number) => void = () => undefined, marks = 0): ReviewSource & { closed: boolean; reads: number } {
  let [done, checked] = [0, 0];
  const check = { verdict: 'worse', loss: 0.1, error: 0.01, games: 40 } as const;
  return {
    closed: false,
    reads: 0,
    advance: () => {
      if (done < 3) done++;
      else checked++;
      each(done + checked);
      return Promise.resolve({ done, total: 3, checked, marks, replayed: done === 3, finished: done === 3 && checked === marks });
    },
    read() {
      this.reads++;
      return Promise.resolve(review({ analysed: done, moves: UNCHECKED }));
    },
    checks: (from) => Promise.resolve([0, 1].slice(from, checked).map((index) => ({ index, mark: 'mistake', check }))),
    texts: (index) => Promise.resolve({ played: [`move ${index}`], alternatives: [] }),
    reasons: () => Promise.resolve([]),
    close() {
      this.closed = true;
    },
  };
}

test('runs to the end, and has texts until it is closed', async () => {
  const analysis = source();
  const run = new ReviewRun(() => Promise.resolve(analysis));
  await run.start();
  expect(run.review?.analysed).toBe(3);
  expect(run.isRunning).toBe(false);
  const [, second] = run.review?.moves ?? [];
  expect(second && (await run.texts(second)).played).toEqual(['move 1']);
  run.close();
  await Promise.resolve();
  expect(analysis.closed).toBe(true);
});

test('stopping keeps the steps analysed so far, and starting again continues', async () => {
  const run: ReviewRun = new ReviewRun(() => Promise.resolve(source((done) => done === 1 && run.stop())));
  await run.start();
  expect(run.review?.analysed).toBe(1);
  expect(run.progress.finished).toBe(false);
  await run.start();
  expect(run.review?.analysed).toBe(3);
});

test('reports an error, and another start tries again', async () => {
  let attempts = 0;
  const run = new ReviewRun(() => (attempts++ ? Promise.resolve(source()) : Promise.reject(new Error('no engine'))));
  await run.start();
  expect(run.problem).toBe('no engine');
  await run.start();
  expect(run.problem).toBe('');
  expect(run.review?.analysed).toBe(3);
});

test('the review is shown before the marks are checked, and stopping keeps the checked ones', async () => {
  const analysis = source((done) => done === 4 && run.stop(), 2);
  const run: ReviewRun = new ReviewRun(() => Promise.resolve(analysis));
  const started = run.start();
  while (!run.review) await Promise.resolve();
  const [, unchecked] = run.review.moves;
  expect(run.review.moves.map(({ check }) => check)).toEqual([null, null]);
  await started;
  expect(run.review.moves.map(({ check }) => check?.verdict)).toEqual(['worse', undefined]);
  expect(run.review.moves[1], 'moves without a new check stay the same').toBe(unchecked);
  await run.start();
  expect(run.review.moves.map(({ check }) => check?.verdict)).toEqual(['worse', 'worse']);
  expect(run.review.moves.map(({ mark }) => mark)).toEqual(['mistake', 'mistake']);
  expect([run.progress.finished, analysis.reads]).toEqual([true, 1]);
});
