import { expect, test } from 'vitest';
import { layoutOf } from './layout';

test('every kind of screen has its own layout', () => {
  expect(layoutOf(1440, 900)).toBe('wide');
  expect(layoutOf(1024, 768)).toBe('wide');
  expect(layoutOf(820, 1180)).toBe('tall');
  expect(layoutOf(390, 664)).toBe('phone');
  expect(layoutOf(844, 390)).toBe('landscape');
});

test('an open keyboard does not switch a phone to the landscape layout', () => {
  expect(layoutOf(390, 340)).toBe('phone');
});
