import { expect, test } from 'vitest';
import { arrange, indices, rollOf, thrown, type DiePlace } from './dice-places';
import type { Face, GameEvent } from './types';

const faces = (places: DiePlace[]): (Face | null)[] => places.map((place) => place.face);
const throwCounts = (places: DiePlace[]): number[] => places.map((place) => place.throws);

test('a used die leaves a gap; the others keep their places', () => {
  const places = thrown(['move', 'energy', 'energy', 'colony'], 1);
  expect(faces(arrange(places, ['move', 'energy', 'colony'], [], [2]))).toEqual(['move', 'energy', null, 'colony']);
});

test('a die returns to its place if its use is undone', () => {
  const used = arrange(thrown(['move', 'energy', 'culture'], 1), ['energy', 'culture'], [], [0]);
  const undone = arrange(used, ['culture', 'energy', 'move'], [], []);
  expect(faces(undone)).toEqual(['move', 'energy', 'culture']);
  expect(throwCounts(undone), 'it is not animated again').toEqual([1, 1, 1]);
});

test('only rerolled dice are thrown again, even if they show the same face as before', () => {
  const places = thrown(['move', 'energy', 'culture', 'colony'], 1);
  const after = arrange(places, ['move', 'energy', 'energy', 'colony'], ['energy', 'energy'], [1, 2]);
  expect(faces(after)).toEqual(['move', 'energy', 'energy', 'colony']);
  expect(throwCounts(after)).toEqual([1, 2, 2, 1]);
});

test('without a known selection the dice that changed are the rerolled ones', () => {
  const places = thrown(['move', 'energy', 'culture'], 1);
  const after = arrange(places, ['move', 'diplomacy', 'economy'], ['diplomacy', 'economy'], []);
  expect(faces(after)).toEqual(['move', 'diplomacy', 'economy']);
  expect(throwCounts(after)).toEqual([1, 2, 2]);
});

test('a converted die changes in its place', () => {
  const places = thrown(['move', 'energy', 'culture', 'colony'], 1);
  expect(faces(arrange(places, ['move', 'diplomacy'], [], [1, 2, 3]))).toEqual(['move', 'diplomacy', null, null]);
});

test('equal faces have different indices', () => {
  const places = arrange(thrown(['energy', 'move', 'energy'], 1), ['energy', 'move', 'energy'], [], []);
  expect([...indices(places, ['move', 'energy', 'energy']).values()]).toEqual([1, 0, 2]);
});

test('a reroll of some dice does not roll the others', () => {
  const roll = (...dice: Face[]) =>
    [
      { kind: 'dice-rerolled', dice: ['energy'] },
      { kind: 'dice-rolled', dice },
    ] as unknown as GameEvent[];
  expect(rollOf(roll('move'), ['move', 'colony'])).toEqual({ all: false, some: ['move'] });
  expect(rollOf(roll('move', 'colony'), ['move', 'colony'])).toEqual({ all: true, some: [] });
});
