import { flushSync, mount, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import FollowPrompt from './FollowPrompt.svelte';
import type { Play } from './play.svelte';

/** Returns how often a hint was requested by the hint button of the prompt; null if there is no button. */
async function hintsAsked(phone: boolean, session: object): Promise<number | null> {
  const askHint = vi.fn();
  // The component reads only these fields.
  const play = {
    decision: { face: 'energy', cost: 1 },
    view: { active: 'B', turn: 2 },
    player: () => undefined,
    table: { me: 'A', players: [], cards: { naming: 'classic', planets: [] }, log: [] },
    targets: new Map(),
    pickedEvents: [],
    passes: () => false,
    session,
    askHint,
  } as unknown as Play;
  const target = document.createElement('div');
  const view = mount(FollowPrompt, { target, props: { play, phone } });
  flushSync();
  const button = target.querySelector<HTMLButtonElement>('.go .icon-only');
  button?.click();
  await unmount(view);
  return button && askHint.mock.calls.length;
}

const hint = () => Promise.resolve({});

test('on a small screen, which has no top bar, the prompt has a hint button', async () => {
  expect(await hintsAsked(true, { hint })).toBe(1);
  expect(await hintsAsked(false, { hint })).toBe(null);
});

test('there is no hint button where hints are not allowed', async () => {
  expect(await hintsAsked(true, {})).toBe(null);
});
