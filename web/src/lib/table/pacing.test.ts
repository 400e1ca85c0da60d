import { expect, test } from 'vitest';
import { turnBudget, withinBudget } from './pacing';

/** Returns how long a turn with this many changes of 700 ms takes. */
function lengthOf(changes: number, budget: number): number {
  let spent = 0;
  for (let i = 0; i < changes; i++) spent += withinBudget(700, spent, budget);
  return spent;
}

test('a turn of another player takes at most six seconds, and a fast round five', () => {
  expect(lengthOf(60, turnBudget('normal', 1, 4))).toBeLessThan(6_000);
  for (const players of [2, 3, 4, 5]) expect((players - 1) * lengthOf(60, turnBudget('fast', 0.45, players))).toBeLessThan(5_000);
});

test('a short turn keeps its pace', () => {
  expect(lengthOf(4, turnBudget('normal', 1, 4))).toBe(2_800);
  expect(lengthOf(4, turnBudget('slow', 1.8, 4))).toBe(2_800);
});
