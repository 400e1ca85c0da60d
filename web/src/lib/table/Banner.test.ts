import { mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { useLanguage } from '../i18n/index.svelte';
import Banner from './Banner.svelte';
import type { Play } from './play.svelte';

/** Returns the text of the banner in the turn of seat B, after seat A reached 21 points; seat B started, and seat D resigned. */
async function bannerText(me: string | null, readonly = false): Promise<string> {
  const seats = ['A', 'B', 'C', 'D'].map((seat) => ({ seat, points: seat === 'A' ? 21 : 9 }));
  // The component reads only these fields.
  const play = {
    readonly,
    table: {
      me,
      cards: { naming: 'classic' },
      players: [
        { seat: 'A', name: 'Ada' },
        { seat: 'D', name: 'Dan', resigned: true },
      ],
    },
    view: { seats, start: 'B', active: 'B', end_triggered_by: 'A' },
  } as unknown as Play;
  const target = document.createElement('div');
  const view = mount(Banner, { target, props: { play } });
  const text = target.textContent.replace(/\s+/g, ' ').trim();
  await unmount(view);
  return text;
}

test('the banner tells players about their last turn', async () => {
  expect(await bannerText('B')).toContain('This is your last turn.');
  expect(await bannerText('C')).toContain('Your last turn is still to come.');
});

test('the banner does not tell spectators, viewers of a replay and players who resigned about a last turn of their own', async () => {
  const neutral = 'Final round Ada reached 21 points. The game ends after this round.';
  expect(await bannerText(null)).toBe(neutral);
  expect(await bannerText('B', true)).toBe(neutral);
  expect(await bannerText('D')).toBe(neutral);
  await useLanguage('de');
  expect(await bannerText(null)).toContain('Nach dieser Runde endet die Partie.');
  await useLanguage('en');
});
