import { expect, test } from 'vitest';
import type { PuzzleSummary } from '../engine';
import { dayOf, difficultyOf, nextPuzzle, filterPuzzles } from './choose';
import { withAnswer, readProgress } from './progress';

const puzzle = (id: string, changes: Partial<PuzzleSummary> = {}): PuzzleSummary => {
  return {
    id,
    edition: 'classic',
    seats: 2,
    rogue: null,
    seat: 'A',
    themes: ['colonise'],
    found: [],
    level: 'pilot',
    moves: 9,
    ...changes,
  };
};
const ALL = [puzzle('a'), puzzle('b', { level: null }), puzzle('c', { themes: ['deny', 'colonise'] })];
const none = readProgress(null);

test('a solved puzzle extends the streak, a failed one ends it, and a solved puzzle does not count again', () => {
  const twice = withAnswer(withAnswer(none, 'a', 'solved'), 'b', 'solved');
  expect([twice.streak, twice.best]).toEqual([2, 2]);
  expect(withAnswer(twice, 'a', 'failed')).toBe(twice);
  const failed = withAnswer(twice, 'c', 'failed');
  expect([failed.streak, failed.best, failed.results['c']]).toEqual([0, 2, 'failed']);
  expect(withAnswer(failed, 'c', 'solved').streak).toBe(1);
});

test('damaged progress is ignored', () => {
  expect(readProgress('{')).toEqual(none);
  expect(readProgress('null')).toEqual(none);
  expect(readProgress('{"streak":-1,"best":"x","results":{"a":"solved","b":"maybe"}}')).toEqual({
    streak: 0,
    best: 0,
    results: { a: 'solved' },
  });
});

test('puzzles are selected by theme and difficulty', () => {
  const ids = (theme: string, level: string) => filterPuzzles(ALL, { theme, level }).map(({ id }) => id);
  expect(ids('', '')).toEqual(['a', 'b', 'c']);
  expect(ids('deny', '')).toEqual(['c']);
  expect(ids('colonise', 'none')).toEqual(['b']);
  expect(ALL.map(difficultyOf)).toEqual(['pilot', 'none', 'pilot']);
});

test('the next puzzle is the next unsolved one, and any other once all are solved', () => {
  const next = (after: string | null, ...solved: string[]) =>
    nextPuzzle(ALL, { ...none, results: Object.fromEntries(solved.map((id) => [id, 'solved'])) }, after)?.id;
  expect([next(null), next('a'), next('c')]).toEqual(['a', 'b', 'a']);
  expect(next('a', 'b')).toBe('c');
  expect(next('a', 'a', 'b', 'c')).toBe('b');
  expect(nextPuzzle([], none, null)).toBeNull();
});

test('the day is in the time zone of this device', () => {
  expect(dayOf(new Date(2026, 0, 9, 23, 59))).toBe('2026-01-09');
});
