import { expect, test } from 'vitest';
import { followers } from './history';
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
  expect(followers(log, 1)).toEqual([['B'], ['C', 'B']]);
  expect(followers(log, 2)).toEqual([]);
});
