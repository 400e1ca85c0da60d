import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { explained, openExplanation } from '../ui/explain.svelte';
import type { Play } from './play.svelte';
import SelfRow from './SelfRow.svelte';
import type { Galaxy } from './types';

/** Returns the explanation of the level. */
async function levelText(naming: string): Promise<string | undefined> {
  const seat = { seat: 'A', points: 3, energy: 2, culture: 1, level: 2, ships: [], colonies: [] } as unknown as Galaxy;
  // The component reads only these fields.
  const play = {
    isTurn: false,
    happened: [],
    player: () => undefined,
    view: { start: 'B', dice: [] },
    table: { me: 'A', cards: { naming, levels: [1, 2, 3, 4, 5, 6] } },
  } as unknown as Play;
  const view = mount(SelfRow, { target: document.body, props: { play, seat, open: () => undefined } });
  flushSync();
  const level = [...document.querySelectorAll('.stat.extra')].at(-1);
  if (level) openExplanation(level);
  const text = explained.now?.text;
  await unmount(view);
  return text;
}

test('the explanation of the level uses the term of the edition', async () => {
  expect(await levelText('classic')).toBe('Empire level 2 of 6');
  expect(await levelText('blast-off')).toBe('Galaxy level 2 of 6');
});
