import { flushSync, mount, unmount } from 'svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import FollowPrompt from './FollowPrompt.svelte';
import type { Play } from './play.svelte';

const askHint = vi.fn();
beforeEach(() => askHint.mockClear());

/** Shows the prompt, and returns what `read` reads. */
async function shown<T>(phone: boolean, session: object, read: (prompt: HTMLElement) => T): Promise<T> {
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
  const found = read(target);
  await unmount(view);
  return found;
}

/** Returns how often a hint was requested by the hint button of the prompt; null if there is no button. */
function hintsAsked(phone: boolean, session: object): Promise<number | null> {
  return shown(phone, session, (prompt) => {
    const button = prompt.querySelector<HTMLButtonElement>('.go .icon-only');
    button?.click();
    return button && askHint.mock.calls.length;
  });
}

const hint = () => Promise.resolve({});

test('on a small screen, which has no top bar, the prompt has a hint button', async () => {
  expect(await hintsAsked(true, { hint })).toBe(1);
  expect(await hintsAsked(false, { hint })).toBe(null);
});

test('there is no hint button where hints are not allowed', async () => {
  expect(await hintsAsked(true, {})).toBe(null);
});

test('a puzzle offers no standing orders', async () => {
  const orders = (session: object) => shown(false, session, (prompt) => prompt.querySelectorAll('.auto .chip').length);
  expect(await orders({})).toBeGreaterThan(0);
  expect(await orders({ asksAlways: true })).toBe(0);
});
