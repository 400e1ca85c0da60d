import { expect, test } from 'vitest';
import { followers } from './history';
import type { LogLine } from './session';
import type { GameEvent, SeatId } from './types';

const line = (turn: number, seat: SeatId, event: Partial<GameEvent> & { kind: string }): LogLine => ({
  turn,
  seat,
  step: 0,
  event: { text: event.kind, ...event },
});
const log = [
  line(1, 'A', { kind: 'die-activated', seat: 'A', face: 'move' }),
  line(1, 'A', { kind: 'followed', seat: 'B', face: 'move' }),
  line(1, 'A', { kind: 'die-activated', seat: 'A', face: 'energy' }),
  line(1, 'A', { kind: 'followed', seat: 'C', face: 'energy' }),
  line(1, 'A', { kind: 'followed', seat: 'B', face: 'energy' }),
  line(1, 'A', { kind: 'turn-ended', seat: 'A' }),
  line(2, 'B', { kind: 'turn-began', seat: 'B' }),
  line(2, 'B', { kind: 'gained', seat: 'B' }),
  line(2, 'B', { kind: 'colonised', seat: 'B', planet: 'jakks' }),
];

test('finds the followers of each die of a turn', () => {
  expect(followers(log, 1)).toEqual([['B'], ['C', 'B']]);
  expect(followers(log, 2)).toEqual([]);
});
