// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { games } from '../engine/testing';
import type { Review } from '../engine/review';
import { comparableReviews, reviewFrom } from './compare';

/** Returns the difference between the two sides of an account. */
const imbalance = ({ start, result, luck, losses, gifts, hidden, unexplained }: ReturnType<typeof reviewFrom>['accounts'][0]) =>
  Math.abs(result - start - (luck - losses + gifts + hidden + unexplained));

/** Reviews a game. */
async function reviewOf(file: string): Promise<Review> {
  const { engine } = games();
  const { review } = await engine.ask('review', { record: readFileSync(file, 'utf8') });
  while (!(await engine.ask('review-advance', { review, work: 10_000 })).replayed);
  return engine.ask('review-result', { review });
}

test('the accounts balance for the part of the game after any step', async () => {
  const review = await reviewOf('../data/records/v1-revised-solo.orr');
  for (let step = 1; step <= review.steps; step += 7) {
    const part = reviewFrom(review, step);
    for (const account of part.accounts) expect(imbalance(account)).toBeLessThan(1e-6);
    for (const { luck, luck_by: by } of part.accounts) {
      expect(by.own_dice + by.others_dice + by.cards + by.rogue).toBeCloseTo(luck);
    }
    expect(part.moves.every(({ to }) => to > step)).toBe(true);
  }
});

test('a part of a review counts only the gifts in this part', async () => {
  const review = await reviewOf('../data/records/v1-classic-3.orr');
  const gifts = (part: Review) => part.accounts.map((one) => [one.gifts_received, one.gifts_taken]);
  expect(gifts(reviewFrom(review, 0))).toEqual(gifts(review));
  expect(gifts(review).flat()).not.toEqual([0, 0, 0, 0, 0, 0]);
  expect(gifts(reviewFrom(review, review.steps - 1)).flat()).toEqual([0, 0, 0, 0, 0, 0]);
});

test('a game and its branch omit the same figures, even if the record of the branch begins with the branch', async () => {
  const review = await reviewOf('../data/records/v1-revised-solo.orr');
  const figures = (from: number[]) =>
    comparableReviews([review, review], from).map((one) => {
      const account = one?.accounts[0];
      return [account?.accuracy, account?.plays_like, account?.followed].map((value) => value === null || value === 0);
    });
  expect(figures([40, 0])).toEqual([
    [true, true, true],
    [true, true, true],
  ]);
  expect(comparableReviews([review, null], [0, 0])).toEqual([review, null]);
});
