import { mount, tick, unmount } from 'svelte';
import { expect, test } from 'vitest';
import type { Verdict } from '../app/games';
import { useLanguage } from '../i18n/index.svelte';
import DiceVerdict from './DiceVerdict.svelte';

/** Renders a verdict; returns its text, the number of proved levels and the number of buttons. */
async function rendered(verdict: Verdict, saveReceipt?: () => void): Promise<{ text: string; proved: number; buttons: number }> {
  const target = document.createElement('div');
  const view = mount(DiceVerdict, { target, props: { verdict, saveReceipt } });
  await tick();
  const found = {
    text: target.textContent,
    proved: target.querySelectorAll('.proof-levels li:not(.open)').length,
    buttons: target.querySelectorAll('button').length,
  };
  await unmount(view);
  return found;
}

test('shows the proof level and why it is not higher', async () => {
  const verdict: Verdict = { kind: 'online', fair: true, text: 'Fair.', proofLevel: 2, notes: ['You were away.'] };
  const { text, proved, buttons } = await rendered(verdict, () => undefined);
  expect(proved).toBe(2);
  expect(text).toContain('Proof level 2 of 3');
  expect(text).toContain('You were away.');
  expect(buttons).toBe(1);
});

test('shows no proof level for false dice', async () => {
  const { text, proved } = await rendered({ kind: 'online', fair: false, text: 'Tampered.', proofLevel: 0, notes: [] });
  expect(text).toContain('Tampered.');
  expect(text).not.toContain('of 3');
  expect(proved).toBe(0);
});

test('does not mention a server for dice of this device', async () => {
  const { text, proved } = await rendered({ kind: 'local', fair: true, text: 'Fair.', proofLevel: 0, notes: [] });
  expect(text).toContain('one random number');
  expect(text).not.toMatch(/server and|receipt|of 3/);
  expect(proved).toBe(0);
});

test('claims to have compared the fingerprints only if there was a receipt', async () => {
  const verdict: Verdict = { kind: 'online', fair: true, text: 'Fair.', proofLevel: 1, notes: ['No receipt.'] };
  expect((await rendered(verdict)).text).not.toContain('compared the fingerprints');
  expect((await rendered({ ...verdict, proofLevel: 2 })).text).toContain('compared the fingerprints');
});

test('shows German texts', async () => {
  await useLanguage('de');
  const { text } = await rendered({ kind: 'online', fair: true, text: '', proofLevel: 3, notes: [] });
  await useLanguage('en');
  expect(text).toContain('Beweisstufe 3 von 3');
  expect(text).toContain('Niemand konnte die Würfel bestimmen');
});
