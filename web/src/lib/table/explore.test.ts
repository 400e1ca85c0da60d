import { expect, test } from 'vitest';
import { actionOf } from '../engine/actions';
import { dieTargets, gainOf, sortFaces, targetsOf, type Path } from './explore';
import type { GameEvent, View } from './types';

const view = { seats: [{ seat: 'A', ships: [{ at: 'orbit', slot: 1, space: 1 }, { at: 'home' }, { at: 'home' }] }] } as unknown as View;
const path = (steps: string[], events: Path['events'] = []): Path => ({
  steps,
  actions: steps.map(actionOf),
  texts: steps,
  events,
  next: 'turn',
});

test('die, ship and target become one spot with a path for each ship', () => {
  const targets = targetsOf(
    [
      path(['activate move', 'ship 1', 'to orbit 2']),
      path(['activate move', 'ship 2', 'to orbit 2']),
      path(['activate move', 'ship 2', 'to surface 3']),
    ],
    view,
    'A',
  );
  expect(targets.map((t) => [t.spot, t.paths.map((p) => p.ship)])).toEqual([
    ['space:2:0', [1, 2]],
    ['disc:3', [2]],
  ]);
});

test('ships at home are interchangeable: one path represents all', () => {
  const targets = targetsOf([path(['ship 2', 'to orbit 2']), path(['ship 3', 'to orbit 2'])], view, 'A');
  expect(targets[0]?.paths.map((p) => p.ship)).toEqual([2]);
});

test('steps without a spot become buttons', () => {
  expect(targetsOf([path(['use']), path(['decline']), path(['take 2e'])], view, 'A')).toEqual([]);
});

test('a die that acts at once targets its marker', () => {
  const gained: GameEvent = { kind: 'gained', seat: 'A', text: '', amount: { energy: 2, culture: 0 } };
  expect(dieTargets([path(['activate energy'], [gained])], view, 'A', 'energy').map((t) => t.spot)).toEqual(['energy']);
});

test('a die that does nothing has no target', () => {
  const nothing: GameEvent = { kind: 'nothing-happened', seat: 'A', face: 'energy', text: '' };
  expect(dieTargets([path(['activate energy'], [nothing])], view, 'A', 'energy')).toEqual([]);
});

test('a single path with a choice still has its spot', () => {
  expect(dieTargets([path(['activate diplomacy', 'advance 1'])], view, 'A', 'diplomacy').map((t) => t.spot)).toEqual(['space:1:2']);
});

test('dice are chosen in the order of faces', () => {
  expect(sortFaces(['colony', 'move', 'energy', 'move'])).toEqual(['move', 'move', 'energy', 'colony']);
});

test('adds up the gains of one seat', () => {
  const events: GameEvent[] = [
    { kind: 'paid', seat: 'A', text: '', amount: { energy: 1, culture: 0 } },
    { kind: 'gained', seat: 'A', text: '', amount: { energy: 0, culture: 2 } },
    { kind: 'gained', seat: 'B', text: '', amount: { energy: 5, culture: 5 } },
    { kind: 'colonised', seat: 'A', text: '', planet: 'jakks', points: 3 },
  ];
  expect(gainOf(events, 'A')).toEqual({ colonises: 'jakks', energy: -1, culture: 2, level: null });
});
