import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import Bay from './Bay.svelte';
import type { Play } from './play.svelte';
import type { LogLine } from './session';

/** A log in which seat A pays for a conversion, and seat B follows the converted die. */
const log = [
  { turn: 1, seat: 'A', step: 0, event: { kind: 'paid', seat: 'A', amount: {}, text: '' }, action: { kind: 'pay' } },
  { turn: 1, seat: 'A', step: 1, event: { kind: 'followed', seat: 'B', face: 'move', cost: 1, text: '' } },
] as unknown as LogLine[];

test('beside the bay, a small screen shows the die in the converter and its followers', async () => {
  const edition = { convert: 'pay-and-act', converter_slots: 1, dice: 6, followable: 3, faces: [], terms: { bay: {}, converter: {} } };
  const view = { turn: 1, active: 'A', bay: [], converter: ['move'], seats: [{ seat: 'A', dice: 4 }], rogue: null };
  // The component reads only these fields.
  const play = {
    view,
    isTurn: true,
    isFollow: false,
    target: () => undefined,
    player: () => ({ mark: '2' }),
    table: { log, edition, view, players: [{ seat: 'B', name: 'Mira' }], cards: { naming: 'blast-off' } },
  } as unknown as Play;
  const target = document.createElement('div');
  const component = mount(Bay, { target, props: { play, converter: true } });
  flushSync();
  const slots = [...target.querySelectorAll('.converter .slot')];
  expect(slots.map((slot) => slot.querySelector('.die')?.getAttribute('aria-label'))).toEqual(['Move ship']);
  expect(target.querySelectorAll('.converter .badge')).toHaveLength(1);
  expect(target.querySelectorAll('ol .slot')).toHaveLength(6);
  await unmount(component);
});
