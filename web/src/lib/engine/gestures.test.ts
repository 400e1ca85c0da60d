import { expect, test } from 'vitest';
import type { StepTaken } from '../protocol';
import { actedLast, beforeLastGesture, moveEnds } from './gestures';

/** Parses steps such as `A: activate move`, or `rolled move` for chance. */
const steps = (...lines: string[]): StepTaken[] =>
  lines.map((line) => {
    const [, seat, step] = /^(?:([A-E]): )?(.*)$/.exec(line) ?? [];
    return { seat: seat ?? null, step, events: [] } as unknown as StepTaken;
  });

test('a gesture starts with its die', () => {
  const played = steps('rolled move', 'A: activate energy', 'A: activate move', 'A: ship 1', 'A: to orbit 2');
  expect([beforeLastGesture(played, 'A'), actedLast(played, 'A')]).toEqual([2, true]);
});

test('chance outcomes and steps of other seats do not belong to a gesture', () => {
  expect(beforeLastGesture(steps('A: activate move', 'A: ship 1', 'drew jakks', 'A: use'), 'A')).toBe(3);
  const passed = steps('A: activate move', 'A: ship 1', 'A: to orbit 2', 'B: pass');
  expect([beforeLastGesture(passed, 'A'), actedLast(passed, 'A'), actedLast(passed, 'B')]).toEqual([0, false, true]);
});

test('a seat without steps and a spectator have nothing to undo', () => {
  const played = steps('B: pass');
  expect([beforeLastGesture(played, 'A'), beforeLastGesture(played, null), actedLast(played, null)]).toEqual([null, null, false]);
});

test('a move is a die with its ship and target, a roll, or cards dealt in a row', () => {
  const opening = ['drew jakks', 'drew aughmoore', 'starts A', 'rolled move energy'];
  const turn = ['A: activate move', 'A: ship 1', 'A: to orbit 2', 'B: pass', 'A: activate energy', 'A: end', 'rolled move'];
  expect(moveEnds(steps(...opening, ...turn))).toEqual([0, 3, 4, 7, 8, 9, 10, 11]);
  expect(moveEnds([])).toEqual([0]);
});
