import { expect, test } from 'vitest';
import { useLanguage } from '../i18n/index.svelte';
import { worded } from './labels';

test('blast-off has its own terms for points and levels in both languages', async () => {
  expect(worded('points', 'blast-off', { n: 2 })).toBe('2 star points');
  expect(worded('points', 'classic', { n: 2 })).toBe('2 points');
  await useLanguage('de');
  expect(worded('points', 'blast-off', { n: 1 })).toBe('1 Sternepunkt');
  expect(worded('label.points', 'blast-off', { n: 9 })).toBe('9 von 21 Sternepunkten');
  expect(worded('label.empire', 'blast-off', { n: 2, of: 6 })).toBe('Galaxiestufe 2 von 6');
  expect(worded('label.empire', 'classic', { n: 2, of: 6 })).toBe('Imperiumsstufe 2 von 6');
});

test('r11_1: the end trigger states the actual points', async () => {
  await useLanguage('en');
  expect(worded('final.by', 'classic', { who: 'Ada', n: 23 })).toBe('Ada reached 23 points.');
});
