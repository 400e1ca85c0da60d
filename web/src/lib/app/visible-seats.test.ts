import { expect, test } from 'vitest';
import type { Plan, Replay } from '../engine';
import { isOpen, isReviewable, visibleSeats } from './visible-seats';

const replay = (overrides: Partial<Replay> = {}) =>
  ({ seats: 3, rogue: null, outcome: null, whole: true, seen_by: null, ...overrides }) as Replay;
const person = { kind: 'person', name: 'Ada' } as const;
const bot = { kind: 'bot', name: 'Mira', level: 'pilot' } as const;
const plan = (...seats: Plan['seats']): Plan => ({ settings: { seats: seats.length }, seats });
const MISSIONS = 12;

/** Returns the letters of the seats whose view a replay offers. */
function visible(game: Replay, origin: { plan: Plan | null; over: boolean }): string {
  return visibleSeats(game, isOpen(game, MISSIONS, origin), origin).join('');
}

test('a running game shows only the view of the person at this device', () => {
  expect(visible(replay(), { plan: plan(bot, person, bot), over: false })).toBe('B');
});
test('a running game of several people at one screen shows nobody’s view', () => {
  expect(visible(replay(), { plan: plan(person, person, bot), over: false })).toBe('');
});
test('an unfinished record of unknown origin shows nobody’s view', () => {
  expect(visible(replay(), { plan: null, over: false })).toBe('');
});
test('the record of a seat shows its view', () => {
  expect(visible(replay({ whole: false, seen_by: 'C' }), { plan: null, over: false })).toBe('C');
});
test('a finished game shows every view', () => {
  expect(visible(replay({ outcome: { winners: ['A'], decided_by: 'points', scores: [] } }), { plan: null, over: false })).toBe('ABC');
  expect(visible(replay(), { plan: null, over: true }), 'by resignation').toBe('ABC');
});
test('a solo game has no secrets', () => {
  expect(visible(replay({ seats: 1, rogue: 'grimbar' }), { plan: plan(person), over: false })).toBe('A');
});

test('an imported complete record can be reviewed without an outcome; a running game of this device and a redacted record cannot', () => {
  const reviewable = (game: Replay, origin: { plan: Plan | null; over: boolean }) =>
    isReviewable(game, isOpen(game, MISSIONS, origin), origin);
  const imported = { plan: null, over: false };
  expect(reviewable(replay(), imported)).toBe(true);
  expect(reviewable(replay({ whole: false, seen_by: 'C' }), imported)).toBe(false);
  expect(reviewable(replay({ whole: false, seen_by: 'C' }), { plan: null, over: true })).toBe(true);
  expect(reviewable(replay(), { plan: plan(person, bot), over: false })).toBe(false);
});
