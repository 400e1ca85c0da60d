import { expect, test } from 'vitest';
import { review } from './fixture';
import { ReviewRun, type ReviewSource } from './run.svelte';

/** An analysis of three slices. */
function source(each: (done: number) => void = () => undefined): ReviewSource & { closed: boolean } {
  let done = 0;
  return {
    closed: false,
    advance: () => {
      each(++done);
      return Promise.resolve({ done, total: 3, finished: done === 3 });
    },
    read: () => Promise.resolve(review({ analysed: done })),
    texts: (index) => Promise.resolve({ played: [`move ${index}`], alternatives: [] }),
    close() {
      this.closed = true;
    },
  };
}

test('runs to the end, and has texts until it is closed', async () => {
  const own = source();
  const run = new ReviewRun(() => Promise.resolve(own));
  await run.start();
  expect(run.review?.analysed).toBe(3);
  expect(run.isRunning).toBe(false);
  const [, second] = run.review?.moves ?? [];
  expect(second && (await run.texts(second)).played).toEqual(['move 1']);
  run.close();
  await Promise.resolve();
  expect(own.closed).toBe(true);
});

test('stopping keeps what is done, and starting again continues', async () => {
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
