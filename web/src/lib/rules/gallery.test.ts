import { expect, test } from 'vitest';
import type { PlanetCard } from '../protocol';
import { missionsOf, planetsOf, pointsOf, roguesOf } from './gallery';

const planet = (name: string, more: Partial<PlanetCard>): PlanetCard => ({
  planet: name,
  name,
  resource: 'energy',
  track: 'economy',
  points: 1,
  end: 2,
  text: '',
  kinds: ['resources'],
  ...more,
});
const all = [
  planet('Zalax', { points: 3, text: 'Gain 2 energy.' }),
  planet('Jakks', { resource: 'culture', track: 'diplomacy', kinds: ['ships', 'dice'] }),
  planet('Andellouxian-6', { text: 'Steal 1 culture.' }),
];
const names = (filter: Partial<Parameters<typeof planetsOf>[1]>) =>
  planetsOf(all, { resource: null, track: null, points: null, kind: null, text: '', ...filter }).map((p) => p.name);

test('sorts by points and name', () => expect(names({})).toEqual(['Andellouxian-6', 'Jakks', 'Zalax']));
test('filters by resource and track', () => {
  expect(names({ resource: 'energy' })).toEqual(['Andellouxian-6', 'Zalax']);
  expect(names({ resource: 'energy', track: 'diplomacy' })).toEqual([]);
});
test('filters by points and by the kind of ability', () => {
  expect(names({ points: 3 })).toEqual(['Zalax']);
  expect(names({ kind: 'dice' })).toEqual(['Jakks']);
  expect(names({ kind: 'resources', points: 1 })).toEqual(['Andellouxian-6']);
  expect(pointsOf(all)).toEqual([1, 3]);
});
test('finds words in missions and Rogues', () => {
  const missions = ['Noble', 'Trader'].map((name) => ({ mission: name, name, points: 3, tied: 2, text: `${name} condition` }));
  expect(missionsOf(missions, ' NOBLE ').map((m) => m.name)).toEqual(['Noble']);
  expect(missionsOf(missions, 'condition')).toHaveLength(2);
  const rogues = ['Ares', 'Hades'].map((name) => ({ rogue: name, name, attacks: [`${name} steals`] }));
  expect(roguesOf(rogues, 'hades steals').map((r) => r.name)).toEqual(['Hades']);
});
test('finds words in names and abilities', () => {
  expect(names({ text: 'STEAL' })).toEqual(['Andellouxian-6']);
  expect(names({ text: 'jak' })).toEqual(['Jakks']);
});
