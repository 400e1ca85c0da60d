// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { games } from '../engine/testing';
import { reviewFrom } from './compare';

/** Returns the difference between the two sides of an account. */
const imbalance = ({ start, result, luck, losses, gifts, hidden, unexplained }: ReturnType<typeof reviewFrom>['accounts'][0]) =>
  Math.abs(result - start - (luck - losses + gifts + hidden + unexplained));

test('the accounts balance for the part of the game after any step', async () => {
  const { engine } = games();
  const record = readFileSync('../data/records/v1-revised-solo.orr', 'utf8');
  const { review: number } = await engine.ask('review', { record });
  while (!(await engine.ask('review-advance', { review: number, work: 10_000 })).finished);
  const review = await engine.ask('review-result', { review: number });
  expect(reviewFrom(review, 0)).toBe(review);
  for (let step = 1; step <= review.steps; step += 7) {
    const part = reviewFrom(review, step);
    for (const account of part.accounts) expect(imbalance(account)).toBeLessThan(1e-6);
    for (const { luck, luck_by: by } of part.accounts) {
      expect(by.own_dice + by.others_dice + by.cards + by.rogue).toBeCloseTo(luck);
    }
    expect(part.moves.every(({ to }) => to > step)).toBe(true);
  }
});
