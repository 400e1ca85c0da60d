import { expect, test } from 'vitest';
import { movedBetween, placesOf } from './places';
import type { View } from './types';

const view = (row: (string | null)[], ships: object[], colonies: string[] = []) =>
  ({ row, seats: [{ seat: 'A', ships, colonies }] }) as unknown as View;
const moved = (before: View, now: View) => movedBetween(placesOf(before), placesOf(now));

test('a ship that advances has moved, the others have not', () => {
  const [home, orbit] = [{ at: 'home' }, { at: 'orbit', slot: 1, space: 2 }];
  expect(moved(view([], [home, orbit]), view([], [home, { ...orbit, space: 3 }]))).toEqual(['ship:A2']);
});

test('a planet that becomes a colony has moved, and the one dealt in its place has not', () => {
  expect(moved(view(['jakks', 'helios'], []), view(['nagato', 'helios'], [], ['jakks']))).toEqual(['planet:jakks']);
});

test('nothing moves between equal views', () => {
  const same = view(['jakks', null], [{ at: 'surface', slot: 1 }], ['helios']);
  expect(moved(same, structuredClone(same))).toEqual([]);
});
