import { expect, test } from 'vitest';
import { spaceOffset, BOX, fan, polar, spaceAngle, type Xy } from './geometry';

const place = (lastSpace: number, space: number, [along, out]: [number, number]): Xy =>
  polar(spaceAngle(lastSpace, space) + along, BOX.orbit + out);
const distance = (a: Xy, b: Xy) => Math.hypot(a[0] - b[0], a[1] - b[1]);
/** Returns the smallest distance between any two of k ships on one space. */
function closest(k: number, offsetOf: (k: number, i: number) => [number, number]): number {
  const ships = Array.from({ length: k }, (_, i) => place(4, 2, offsetOf(k, i)));
  return Math.min(...ships.flatMap((a, i) => ships.slice(i + 1).map((b) => distance(a, b))));
}

test.each([2, 3, 4, 5])('%i ships on one space never overlap', (k) => expect(closest(k, spaceOffset)).toBeGreaterThan(15));
test.each([3, 4, 5])('%i ships fan out far enough to select each', (k) => expect(closest(k, fan)).toBeGreaterThan(30));
test('the last space is always at the lower right', () => {
  for (const lastSpace of [2, 3, 4, 5, 6]) expect(spaceAngle(lastSpace, lastSpace)).toBe(BOX.endAngle);
});
