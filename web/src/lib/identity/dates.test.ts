import { expect, test } from 'vitest';
import { daysAgo } from './dates';

test('counts calendar days', () => {
  const noon = Date.UTC(2026, 10, 17, 12) / 1000;
  const midnight = (date: number) => Date.UTC(2026, 10, date) / 1000;
  expect(daysAgo(midnight(17), noon)).toBe('today');
  expect(daysAgo(midnight(16), noon)).toBe('yesterday');
  expect(daysAgo(midnight(7), noon)).toBe('10 days ago');
  expect(daysAgo(midnight(18), noon), 'the local clock is slow').toBe('today');
});
