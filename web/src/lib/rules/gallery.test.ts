import { expect, test } from 'vitest';
import type { PlanetCard } from '../protocol';
import { planetsOf } from './gallery';

const planet = (name: string, more: Partial<PlanetCard>) =>
  ({ planet: name, name, resource: 'energy', track: 'economy', points: 1, end: 2, text: '', ...more }) as PlanetCard;
const all = [
  planet('Zalax', { points: 3, text: 'Gain 2 energy.' }),
  planet('Jakks', { resource: 'culture', track: 'diplomacy' }),
  planet('Andellouxian-6', { text: 'Steal 1 culture.' }),
];
const names = (filter: Partial<Parameters<typeof planetsOf>[1]>) =>
  planetsOf(all, { resource: null, track: null, text: '', ...filter }).map((p) => p.name);

test('sorts by points and name', () => expect(names({})).toEqual(['Andellouxian-6', 'Jakks', 'Zalax']));
test('filters by resource and track', () => {
  expect(names({ resource: 'energy' })).toEqual(['Andellouxian-6', 'Zalax']);
  expect(names({ resource: 'energy', track: 'diplomacy' })).toEqual([]);
});
test('finds words in names and abilities', () => {
  expect(names({ text: 'STEAL' })).toEqual(['Andellouxian-6']);
  expect(names({ text: 'jak' })).toEqual(['Jakks']);
});
