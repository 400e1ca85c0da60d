import { expect, test } from 'vitest';
import { followers, since, summary, turns } from './history';
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

test('the events since a turn start after its end', () => {
  expect(since(log, 'A').map((l) => l.event.kind)).toEqual(['turn-began', 'gained', 'colonised']);
  expect(since(log, 'C')).toEqual([]);
});

test('the summary contains events that changed the game', () => {
  expect(summary(log, 'A').map((l) => l.event.kind)).toEqual(['colonised']);
});

test('turns come latest first, without irrelevant lines', () => {
  expect(turns(log).map((t) => [t.turn, t.seat, t.lines.length])).toEqual([
    [2, 'B', 2],
    [1, 'A', 5],
  ]);
});
