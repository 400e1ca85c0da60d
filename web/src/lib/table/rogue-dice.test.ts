import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import type { Event } from '../protocol';
import type { Play } from './play.svelte';
import { rogueDice } from './rogue-dice';
import type { LogLine } from './session';
import TheirTray from './TheirTray.svelte';

const rolled = (face: 'energy' | 'culture' | 'colony'): Event => ({ kind: 'dice-rolled', seat: 'B', dice: [face] });
const logOf = (events: Event[], turn = 2): LogLine[] =>
  events.map((event) => ({ turn, seat: 'B', step: 0, event: { text: '', ...event } }));

test('the dice of the Rogue are those of its turn, with what became of them', () => {
  const earlier = logOf([rolled('energy')], 1);
  const events: Event[] = [
    rolled('energy'),
    { kind: 'rogue-used', face: 'energy' },
    rolled('culture'),
    { kind: 'rogue-relentless', face: 'culture' },
    rolled('culture'),
    { kind: 'rogue-discarded', face: 'culture' },
    rolled('colony'),
    { kind: 'reroll-forced', face: 'colony' },
    rolled('colony'),
  ];
  expect(rogueDice([...earlier, ...logOf(events)], 2)).toEqual([
    { face: 'energy', fate: 'spent' },
    { face: 'culture', fate: 'spent' },
    { face: 'culture', fate: 'discarded' },
    { face: 'colony', fate: 'spent' },
    { face: 'colony', fate: 'open' },
  ]);
});

/** Returns the labels of the dice in the tray, and whether they are animated, after events of the Rogue's turn. */
async function trayAfter(...events: Event[]): Promise<[string | null, boolean][]> {
  const view = { turn: 2, active: 'B', dice: [], seats: [{ seat: 'B', rogue: true }] };
  // The component reads only these fields.
  const play = {
    happened: events.slice(-2),
    view,
    table: { view, log: logOf(events), players: [{ seat: 'B', name: 'Hades' }], cards: { naming: 'classic' }, edition: { faces: [] } },
    watch: () => undefined,
  } as unknown as Play;
  const target = document.createElement('div');
  const component = mount(TheirTray, { target, props: { play } });
  flushSync();
  const dice = [...target.querySelectorAll('.die')];
  const shown = dice.map((die): [string | null, boolean] => [die.getAttribute('aria-label'), die.classList.contains('rolling')]);
  await unmount(component);
  return shown;
}

test('the tray shows the die that the Rogue has just rolled, also if it is used at once', async () => {
  expect(await trayAfter(rolled('energy'), { kind: 'rogue-used', face: 'energy' })).toEqual([['Energy', true]]);
});

test('the tray keeps the dice that the Rogue could not use', async () => {
  const discarded: Event = { kind: 'rogue-discarded', face: 'culture' };
  expect(await trayAfter(rolled('culture'), discarded)).toEqual([['Culture not usable', true]]);
  expect(await trayAfter(rolled('culture'), discarded, rolled('energy'), { kind: 'rogue-used', face: 'energy' })).toEqual([
    ['Culture not usable', false],
    ['Energy', true],
  ]);
});
