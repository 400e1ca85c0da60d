import { expect, test } from 'vitest';
import { followers } from './followers';
import type { Event } from '../protocol';
import type { LogLine } from './session';
import type { SeatId } from './types';

const line = (turn: number, seat: SeatId, event: Event): LogLine => ({ turn, seat, step: 0, event: { text: event.kind, ...event } });
const log = [
  line(1, 'A', { kind: 'die-activated', seat: 'A', face: 'move' }),
  line(1, 'A', { kind: 'followed', seat: 'B', face: 'move', cost: 1 }),
  line(1, 'A', { kind: 'die-activated', seat: 'A', face: 'energy' }),
  line(1, 'A', { kind: 'followed', seat: 'C', face: 'energy', cost: 1 }),
  line(1, 'A', { kind: 'followed', seat: 'B', face: 'energy', cost: 1 }),
  line(1, 'A', { kind: 'turn-ended', seat: 'A' }),
  line(2, 'B', { kind: 'turn-began', seat: 'B' }),
  line(2, 'B', { kind: 'gained', seat: 'B', amount: { energy: 1, culture: 0 } }),
  line(2, 'B', { kind: 'colonised', seat: 'B', planet: 'jakks', points: 3 }),
];

test('finds the followers of each die of a turn', () => {
  expect(followers(log, 1)).toEqual({ bay: [['B'], ['C', 'B']], converter: [], open: 'bay' });
  expect(followers(log, 2)).toEqual({ bay: [], converter: [], open: 'bay' });
});

test('r5_2: a die on the converter has its own followers', () => {
  const pay = {
    ...line(1, 'A', { kind: 'paid', seat: 'A', amount: { energy: 1, culture: 0 } }),
    action: { kind: 'pay', resource: 'energy' } as const,
  };
  const used = [
    line(1, 'A', { kind: 'die-activated', seat: 'A', face: 'move' }),
    line(1, 'A', { kind: 'followed', seat: 'B', face: 'move', cost: 1 }),
    pay,
    line(1, 'A', { kind: 'die-set', seat: 'A', from: 'move', to: 'energy' }),
    line(1, 'A', { kind: 'followed', seat: 'C', face: 'energy', cost: 1 }),
  ];
  expect(followers(used, 1)).toEqual({ bay: [['B']], converter: ['C'], open: 'converter' });
  const next = [
    ...used,
    line(1, 'A', { kind: 'die-activated', seat: 'A', face: 'culture' }),
    line(1, 'A', { kind: 'followed', seat: 'B', face: 'culture', cost: 1 }),
  ];
  expect(followers(next, 1)).toEqual({ bay: [['B'], ['B']], converter: ['C'], open: 'bay' });
});

test('r12_7: the bonus dice of the Rogue start in an empty bay', () => {
  const used = [
    line(2, 'B', { kind: 'rogue-used', face: 'energy' }),
    line(2, 'B', { kind: 'followed', seat: 'A', face: 'energy', cost: 1 }),
    line(2, 'B', { kind: 'rogue-bonus' }),
    line(2, 'B', { kind: 'rogue-used', face: 'culture' }),
    line(2, 'B', { kind: 'followed', seat: 'A', face: 'culture', cost: 1 }),
  ];
  expect(followers(used, 2).bay).toEqual([['A']]);
});
