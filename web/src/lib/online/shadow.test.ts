import { expect, test } from 'vitest';
import type { View } from '../protocol';
import { setupOf } from './shadow';
import { clockText } from './words';

const galaxy = { rogue: false, level: 1, dice: 4, points: 0, planet_points: 0, mission: null };
const view = {
  edition: 'classic', rogue: null, options: [], turn: 5, start: 'B', active: 'A', row: ['jakks', null, 'gort', 'helios'],
  seats: [
    { ...galaxy, seat: 'A', energy: 2, culture: 1, ships: [{ at: 'orbit', slot: 1, space: 2 }, { at: 'surface', slot: 3 }, { at: 'home' }, { at: 'reserve' }], colonies: ['mared'], used: ['mared'] },
    { ...galaxy, seat: 'B', energy: 0, culture: 0, ships: [{ at: 'home' }, { at: 'home' }, { at: 'reserve' }, { at: 'reserve' }], colonies: [], used: [] },
  ],
  under: [], gone: ['nibiru'], dice: ['move', 'energy'], bay: ['culture'], converter: [], discarded: 0, rerolled: true, converted: false, effects: ['no-follow'], end_triggered: true, end_triggered_by: 'B',
} as unknown as View;

test('a view of a turn becomes the text of a set-up', () => {
  expect(setupOf(view).split('\n')).toEqual([
    'classic 2', 'start B', 'row jakks - gort helios', 'gone nibiru',
    'A 2e1c level 1 ships orbit:1:2 surface:3 home reserve colonies mared used mared',
    'B 0 level 1 ships home home reserve reserve',
    'turn A number 5', 'dice move energy', 'bay culture', 'rerolled', 'effects no-follow', 'end B',
  ]);
});

test('clocks are read in minutes, long ones in hours', () => {
  expect([clockText(65_000), clockText(900), clockText(-5), clockText(7_200_000)]).toEqual(['1:05', '0:01', '0:00', '2 h']);
});
