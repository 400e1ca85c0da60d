import { expect, test } from 'vitest';
import { spreadLabels, byRound, line, MARGIN, scale, ticks } from './chart';

test('the points of a round are those after its last step', () => {
  const timeline = [
    { turn: 1, points: [1, 0] },
    { turn: 2, points: [1, 3] },
    { turn: 3, points: [4, 3] },
    { turn: 4, points: [4, 3] },
  ];
  expect(byRound(timeline, 2)).toEqual([
    [0, 1, 4],
    [0, 3, 3],
  ]);
});
test('rounds without data repeat the points of the previous round', () => {
  expect(
    byRound(
      [
        { turn: 1, points: [2] },
        { turn: 4, points: [5] },
      ],
      1,
    ),
  ).toEqual([[0, 2, 2, 2, 5]]);
});
test('the axis has at most five labels', () => {
  expect(ticks(14)).toEqual([3, 6, 9, 12]);
  expect(ticks(3)).toEqual([1, 2, 3]);
});
test('a path connects all values', () =>
  expect(
    line(
      [
        [0, 0],
        [1, 2],
      ],
      (i) => i * 10,
      (v) => v,
    ),
  ).toBe('M0.0 0.0L10.0 2.0'));
test('overlapping labels move apart', () => expect(spreadLabels([50, 10, 52, 60], 14)).toEqual([50, 10, 64, 78]));
test.each([
  [320, 240],
  [900, 400],
])('a chart of %i × %i pixels fills its size', (width, height) => {
  const { x, y } = scale({ width, height }, 10, 21);
  expect([x(0), x(10)]).toEqual([MARGIN.left, width - MARGIN.right]);
  expect([y(21), y(0)]).toEqual([MARGIN.top, height - MARGIN.bottom]);
});
