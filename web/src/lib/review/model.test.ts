import { expect, test } from 'vitest';
import { account, move, outcome, review } from './fixture';
import {
  accountParts,
  adjustedPercent,
  isGood,
  keyMoments,
  markCounts,
  mistakesOf,
  pointAt,
  range,
  signed,
  heat,
  tooCloseCount,
  tooCloseMoments,
  uncheckedOf,
  verdictOf,
} from './model';

test('the parts of an account lead from the start to the result', () => {
  const parts = accountParts(account({ start: 0.333, luck: 0.1049, losses: 0.0451, gifts: 0.2049, unexplained: 0.4023 }));
  expect(parts.map(({ name }) => name)).toEqual(['start', 'luck', 'losses', 'gifts', 'unexplained', 'result']);
  parts.slice(1, -1).forEach((part, i) => expect(part.from).toBe(parts[i]?.to));
  expect(parts.at(-2)?.to).toBeCloseTo(parts.at(-1)?.to ?? 0);
});

test('the rounded parts of an account add up', () => {
  for (let i = 0; i < 200; i++) {
    const part = (k: number) => ((i * k) % 100) / 333;
    const parts = accountParts(account({ luck: part(7), losses: part(11), gifts: part(13), hidden: part(3), unexplained: part(17) }));
    const result = parts.pop();
    expect(parts.reduce((sum, { points }) => sum + points, 0)).toBe(result?.points);
  }
});

test('the scale of the accounts contains every bar', () => {
  const [low, high] = range([account({ luck: 0.9 }), account({ luck: -0.9 })]);
  expect(low).toBeLessThan(-0.3);
  expect(high).toBeGreaterThan(1.3);
  expect(range([account({ luck: 0, gifts: 0, unexplained: 0 })])).toEqual([0, 1]);
});

test('the verdict separates luck from play', () => {
  const of = (changes: Parameters<typeof account>[0], over = true): string[] => {
    const { result, luck } = verdictOf(account(changes), over);
    return [result, luck];
  };
  expect(of({ result: 1, luck: 0.3 })).toEqual(['won', 'helped']);
  expect(of({ result: 0.5, luck: 0.001 })).toEqual(['shared', 'even']);
  expect(of({ result: 0, luck: -0.2 })).toEqual(['lost', 'hurt']);
  expect(of({}, false)).toEqual(['open', 'helped']);
  expect(adjustedPercent(account({ adjusted: 1.2 }))).toBe(100);
});

test('a move that is too close to call is listed separately from the marked moves', () => {
  const check = { verdict: 'close', loss: 0.01, error: 0.01, games: 100 } as const;
  const found = review({ turning_point: null, moves: [move(), move({ from: 15, to: 17, mark: null, check })] });
  expect(keyMoments(found).map(({ to }) => to)).toEqual([10, 13]);
  expect(mistakesOf(found, 'A')).toHaveLength(1);
  expect(markCounts(found, 'A')).toEqual([0, 0, 1]);
  expect(tooCloseMoments(found).map(({ to }) => to)).toEqual([17]);
});

test('a long game lists only the largest losses that are too close to call, in the order of the game', () => {
  const check = { verdict: 'close', loss: 0.01, error: 0.01, games: 100 } as const;
  const moves = Array.from({ length: 900 }, (_, i) => move({ from: i, to: i + 1, loss: ((i * 7) % 900) / 9000, mark: null, check }));
  const found = review({ turning_point: null, moves, outcomes: [] });
  const listed = tooCloseMoments(found);
  expect(tooCloseCount(found)).toBe(900);
  expect(listed).toHaveLength(60);
  expect(Math.min(...listed.map(({ weight }) => weight))).toBeCloseTo(840 / 9000);
  expect(listed.map(({ to }) => to)).toEqual(listed.map(({ to }) => to).sort((a, b) => a - b));
});

test('the point of a step is the last one at or before it', () => {
  const graph = [4, 7, 9].map((step) => ({ step, turn: 1, chances: [0.5, 0.5] }));
  expect([0, 4, 5, 7, 8, 9, 20].map((step) => pointAt(graph, step)?.step)).toEqual([4, 4, 4, 7, 7, 9, 9]);
  expect(pointAt([], 3)).toBeUndefined();
});

test('key moments are those with the largest changes, in the order of the game, with the turning point', () => {
  const moves = [0.1, 0.3, 0.2].map((loss, i) => move({ from: 11 + i, to: 12 + i, loss }));
  const turning_point = { from: 11, to: 12, turn: 3, seat: 'A', change: 0.2 } as const;
  const found = keyMoments(review({ moves, outcomes: [outcome({ mark: null })], turning_point }), 2);
  expect(found.map(({ to, isTurningPoint }) => [to, isTurningPoint])).toEqual([
    [12, true],
    [13, false],
  ]);
});

test('a seat retries only its mistakes and blunders, and an answer close to the best one counts as correct', () => {
  const found = review();
  expect(mistakesOf(found, 'A').map(({ from }) => from)).toEqual([10]);
  expect(mistakesOf(found, 'B')).toEqual([]);
  expect(uncheckedOf(found, 'A')).toEqual([]);
  const [first] = mistakesOf(found, 'A');
  expect(first && isGood(found, first, 0.495)).toBe(true);
  expect(first && isGood(found, first, 0.48)).toBe(false);
});

test('a mistake that rollouts have not confirmed is not offered for a retry', () => {
  const close = { verdict: 'close', loss: 0.01, error: 0.01, games: 100 } as const;
  const found = review({ moves: [move(), move({ from: 15, check: null }), move({ from: 17, mark: null, check: close })] });
  expect(mistakesOf(found, 'A').map(({ from }) => from)).toEqual([10]);
  expect(uncheckedOf(found, 'A').map(({ from }) => from)).toEqual([15]);
});

test('finds the graph point of a step, formats signed numbers, and places chances on the colour scale', () => {
  expect(pointAt(review().graph, 12)?.step).toBe(10);
  expect([signed(3), signed(-3), signed(0)]).toEqual(['+3', '−3', '±0']);
  expect([heat(0.25, 0, 0.5), heat(0.4, 0.4, 0.4)]).toEqual([0.5, 0.5]);
});
