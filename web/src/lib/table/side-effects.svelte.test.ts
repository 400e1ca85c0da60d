import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Play } from './play.svelte';
import SideEffects from './SideEffects.svelte';

const vibrate = vi.fn();
beforeEach(() => {
  vi.stubGlobal('navigator', { vibrate, userActivation: { hasBeenActive: true } });
});
afterEach(() => {
  vibrate.mockReset();
  vi.unstubAllGlobals();
});

const ask = (seat: string, question: string) => ({ me: 'A', view: { actor: seat, decision: { seat, question } } });

/** Mounts the side effects of a table whose state the test sets. */
function effects() {
  const play = $state({
    table: ask('B', 'turn'),
    happened: [],
    picked: null,
    readonly: false,
    sending: false,
    decision: null as object | null,
  });
  // The component reads only these fields.
  const shown = play as unknown as Play;
  const component = mount(SideEffects, { target: document.body, props: { play: shown } });
  const show = (table: typeof play.table, sending = false): void => {
    Object.assign(play, { table, sending, decision: table.view.decision.seat === 'A' && !sending ? table.view.decision : null });
    flushSync();
  };
  return { show, close: () => unmount(component) };
}

test('the device vibrates once per turn, not after each step of it', async () => {
  const { show, close } = effects();
  show(ask('A', 'turn'));
  expect(vibrate).toHaveBeenCalledTimes(1);
  for (const question of ['dice', 'turn', 'turn']) {
    show(ask('A', 'turn'), true);
    show(ask('A', question));
  }
  expect(vibrate).toHaveBeenCalledTimes(1);
  show(ask('B', 'turn'));
  show(ask('A', 'follow'));
  expect(vibrate).toHaveBeenCalledTimes(2);
  expect(document.title).toContain('Follow?');
  await close();
});
