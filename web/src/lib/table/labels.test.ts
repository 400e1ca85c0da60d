import { expect, test } from 'vitest';
import { useLanguage } from '../i18n/index.svelte';
import { actionOf } from '../engine/actions';
import { actionText, termText } from './labels';
import type { TableState } from './session';

test('blast-off has its own terms for points and levels in both languages', async () => {
  expect(termText('points', 'blast-off', { n: 2 })).toBe('2 star points');
  expect(termText('points', 'classic', { n: 2 })).toBe('2 points');
  await useLanguage('de');
  expect(termText('points', 'blast-off', { n: 1 })).toBe('1 Sternepunkt');
  expect(termText('label.points', 'blast-off', { n: 9 })).toBe('9 von 21 Sternepunkten');
  expect(termText('label.empire', 'blast-off', { n: 2, of: 6 })).toBe('Galaxiestufe 2 von 6');
  expect(termText('label.empire', 'classic', { n: 2, of: 6 })).toBe('Imperiumsstufe 2 von 6');
});

test('r11_1: the end trigger states the actual points', async () => {
  await useLanguage('en');
  expect(termText('final.by', 'classic', { who: 'Ada', n: 23 })).toBe('Ada reached 23 points.');
});

test('actions name ships by their place, not by number', async () => {
  await useLanguage('en');
  const table = {
    me: 'A',
    players: [{ seat: 'B', name: 'Mira' }],
    cards: { planets: [{ planet: 'nagato', name: 'Nagato' }] },
    view: {
      row: ['nagato'],
      seats: [
        { seat: 'A', ships: [{ at: 'home' }, { at: 'orbit', slot: 1, space: 2 }] },
        { seat: 'B', ships: [{ at: 'orbit', slot: 1, space: 1 }] },
      ],
    },
  } as unknown as TableState;
  const text = (step: string) => actionText(table, actionOf(step), step);
  expect(text('ship 1')).toBe('From home');
  expect(text('ship 2')).toBe('From Nagato’s orbit');
  expect(text('advance 2')).toBe('Advance at Nagato');
  expect(text('regress B1')).toBe('Regress Mira’s ship at Nagato');
  expect(text('home B1')).toBe('Send Mira’s ship at Nagato home');
  expect(text('decline')).toBe('decline');
});
