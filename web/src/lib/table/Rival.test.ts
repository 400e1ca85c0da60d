import { flushSync, mount, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import { explained, openExplanation } from '../ui/explain.svelte';
import type { Play } from './play.svelte';
import Rival from './Rival.svelte';
import type { Galaxy } from './types';

const seat = { seat: 'B', points: 3, energy: 2, culture: 1, level: 2, dice: 5, ships: [], colonies: [], used: [] } as unknown as Galaxy;
const view = { seats: [{}, {}], start: 'A', active: 'A', rogue: null };
// The component reads only these fields.
const play = {
  happened: [],
  player: () => ({ mark: '1' }),
  target: () => undefined,
  watch: () => () => undefined,
  view,
  table: {
    view,
    players: [{ seat: 'B', name: 'Mira' }],
    cards: { naming: 'classic', missions: [{}], levels: [], planets: [] },
    edition: { terms: {} },
  },
} as unknown as Play;

test('the name of a rival opens its mat', async () => {
  const open = vi.fn();
  const component = mount(Rival, { target: document.body, props: { play, seat, open } });
  flushSync();
  const button = document.querySelector<HTMLButtonElement>('.open-rival');
  expect(button?.getAttribute('aria-label')).toBe('Galaxy mat: Mira');
  button?.click();
  expect(open).toHaveBeenCalledTimes(1);
  await unmount(component);
});

test('the explanation of a rival’s mission says who can see it', async () => {
  const component = mount(Rival, { target: document.body, props: { play, seat, open: () => undefined } });
  flushSync();
  const mission = document.querySelector('.sealed');
  if (mission) openExplanation(mission);
  expect(explained.now?.text).toBe('Only Mira can see it. It is revealed and scored at the end.');
  await unmount(component);
});
