import { expect, test } from 'vitest';
import type { LogLine } from '../table/session';
import type { Outcome, Score, SeatId } from '../table/types';
import { bestTurn, mostFrequent, tieBreak, winnerByMission } from './facts';

const line = (kind: 'followed' | 'passed', seat: SeatId): LogLine => ({
  turn: 1,
  seat,
  step: 0,
  event: { kind, seat, face: 'move', cost: 1, text: '' },
});
const score = (seat: SeatId, points: number, overrides: Partial<Score> = {}): Score => ({
  seat,
  points,
  planet_points: 0,
  empire_points: 0,
  mission_points: 0,
  colonies: 0,
  level: 1,
  resources: 0,
  ...overrides,
});
const outcome = (decided_by: Outcome['decided_by'], winners: SeatId[], scores: Score[]): Outcome => ({ winners, scores, decided_by });

test('finds the seat with the most follows, unless seats are tied', () => {
  expect(mostFrequent([line('followed', 'B'), line('followed', 'B'), line('followed', 'A'), line('passed', 'A')], 'followed')).toEqual({
    seat: 'B',
    n: 2,
  });
  expect(mostFrequent([line('followed', 'B'), line('followed', 'A')], 'followed')).toBeNull();
  expect(mostFrequent([], 'followed')).toBeNull();
});

test('the best turn has the largest gain of any seat', () => {
  const timeline = [
    [1, 1, 0],
    [1, 1, 0],
    [2, 1, 4],
    [3, 3, 4],
    [3, 8, 4],
  ].map(([turn = 0, ...points]) => ({ turn, step: 0, points }));
  expect(bestTurn(timeline, ['A', 'B'])).toEqual({ seat: 'A', n: 7, turn: 3 });
});

test('the tie-break ends with the deciding criterion', () => {
  const tie = tieBreak(
    outcome('level', ['B'], [score('A', 21, { colonies: 3, level: 4 }), score('B', 21, { colonies: 3, level: 5 }), score('C', 9)]),
  );
  expect(tie?.scores.map((s) => s.seat)).toEqual(['B', 'A']);
  expect(tie?.steps).toEqual([
    { by: 'points', values: [21, 21] },
    { by: 'colonies', values: [3, 3] },
    { by: 'level', values: [5, 4] },
  ]);
});

test('there is no tie-break without a tie', () => {
  expect(tieBreak(outcome('points', ['A'], [score('A', 22), score('B', 21)]))).toBeNull();
  expect(tieBreak(outcome('at-once', ['A'], [score('A', 21), score('B', 21)]))).toBeNull();
});

test('a mission decides if another seat would have won without it', () => {
  expect(winnerByMission(outcome('points', ['A'], [score('A', 23, { mission_points: 3 }), score('B', 21)]))?.seat).toBe('A');
  expect(winnerByMission(outcome('points', ['A'], [score('A', 25, { mission_points: 3 }), score('B', 21)]))).toBeNull();
});
