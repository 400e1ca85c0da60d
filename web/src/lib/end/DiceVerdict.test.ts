import { mount, tick, unmount } from 'svelte';
import { expect, test } from 'vitest';
import type { Verdict } from '../app/games';
import { useLanguage } from '../i18n/index.svelte';
import DiceVerdict from './DiceVerdict.svelte';

async function shown(verdict: Verdict, receipt?: () => void): Promise<{ text: string; proved: number; buttons: number }> {
  const target = document.createElement('div');
  const view = mount(DiceVerdict, { target, props: { verdict, receipt } });
  await tick();
  const found = {
    text: target.textContent,
    proved: target.querySelectorAll('.strengths li:not(.open)').length,
    buttons: target.querySelectorAll('button').length,
  };
  await unmount(view);
  return found;
}

test('says how much is proved, and why not more', async () => {
  const verdict = { fair: true, text: 'Fair.', strength: 2, notes: ['You were away.'] };
  const { text, proved, buttons } = await shown(verdict, () => undefined);
  expect(proved).toBe(2);
  expect(text).toContain('Proof level 2 of 3');
  expect(text).toContain('You were away.');
  expect(buttons).toBe(1);
});

test('shows no strength where something is false', async () => {
  const { text, proved } = await shown({ fair: false, text: 'Tampered.', strength: 0, notes: [] });
  expect(text).toContain('Tampered.');
  expect(text).not.toContain('of 3');
  expect(proved).toBe(0);
});

test('speaks German', async () => {
  await useLanguage('de');
  const { text } = await shown({ fair: true, text: '', strength: 3, notes: [] });
  await useLanguage('en');
  expect(text).toContain('Beweisstufe 3 von 3');
  expect(text).toContain('Niemand konnte die Würfel bestimmen');
});
