import { expect, test } from 'vitest';
import type { StepTaken, View } from '../protocol';
import { addToLog, firstTurn, Logbook } from './logbook';
import { markOf, optionsOf } from './shown';

const step = (...events: object[]): StepTaken => ({ seat: null, step: '', events }) as unknown as StepTaken;

test('log lines have the number of their turn', () => {
  const log = addToLog(
    [],
    [
      step({ kind: 'mission-kept', seat: 'A' }),
      step({ kind: 'turn-began', seat: 'B' }, { kind: 'dice-rolled', seat: 'B' }),
      step({ kind: 'turn-began', seat: 'A' }),
    ],
  );
  expect(log.map((l) => [l.turn, l.seat, l.step])).toEqual([
    [0, 'A', 1],
    [1, 'B', 2],
    [1, 'B', 2],
    [2, 'A', 3],
  ]);
});
test('further steps continue the log', () => {
  const log = addToLog(addToLog([], [step({ kind: 'turn-began', seat: 'B' })]), [step({ kind: 'gained', seat: 'B' })]);
  expect(log.at(-1)).toMatchObject({ turn: 1, seat: 'B', step: 2 });
});
test('the log is read again after an undo or in another language', () => {
  const [first, second, other] = [
    { kind: 'turn-began', seat: 'A' },
    { kind: 'gained', seat: 'A' },
    { kind: 'lost', seat: 'A' },
  ].map((e) => step(e));
  const view = { turn: 1, active: 'A', seats: [{ seat: 'A' }] } as unknown as View;
  const log = new Logbook();
  const kinds = (...steps: (StepTaken | undefined)[]) =>
    log
      .read(
        steps.flatMap((s) => s ?? []),
        view,
      )
      .map((l) => l.event.kind);
  expect(kinds(first, second)).toEqual(['turn-began', 'gained']);
  expect(kinds(first)).toEqual(['turn-began']);
  expect(kinds(first, other)).toEqual(['turn-began', 'lost']);
});
test('a game from a set-up starts in the middle of a turn', () => {
  expect(firstTurn({ turn: 7, active: 'B', seats: [] } as unknown as View, [])).toEqual({ turn: 7, seat: 'B' });
});
test('answers have their texts', () => {
  expect(optionsOf({ legal: ['use', 'decline'], texts: ['Use it', 'Decline'] } as never)).toEqual([
    { step: 'use', action: { kind: 'use' }, text: 'Use it' },
    { step: 'decline', action: { kind: 'decline' }, text: 'Decline' },
  ]);
  expect(optionsOf(null)).toEqual([]);
});
test('every seat has its own mark', () => {
  expect((['A', 'B', 'C', 'D', 'E'] as const).map((s) => markOf(s, 'person'))).toEqual(['2', '1', '3', '4', '5']);
  expect(markOf('B', 'rogue')).toBe('x');
});
