import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { set } from '../app/settings.svelte';
import { current } from '../table/current.svelte';
import type { Play } from '../table/play.svelte';
import Leave from './Leave.svelte';
import Menu from './Menu.svelte';
import Settings from './Settings.svelte';

// The test browser has no modal dialogs.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = () => undefined;
});
afterEach(() => {
  Object.assign(current, { play: null, online: null, game: null });
  document.body.replaceChildren();
});

/** Mounts a dialog, clicks its buttons with these texts, and returns its text. */
async function textOf(dialog: Component, ...clicks: string[]): Promise<string> {
  const view = mount(dialog, { target: document.body });
  flushSync();
  for (const text of clicks) {
    [...document.querySelectorAll('button')].find((button) => button.textContent.includes(text))?.click();
    flushSync();
  }
  const text = document.body.textContent;
  await unmount(view);
  return text;
}

test('resigning names the person if several people share the screen', async () => {
  const commands = { restart: () => undefined, abandon: () => undefined, resign: () => undefined };
  current.game = { ...commands, who: 'Ben' };
  expect(await textOf(Menu, 'Resign')).toContain('Let a bot play for Ben');
  current.game = { ...commands, who: null };
  expect(await textOf(Menu, 'Resign')).toContain('Let a bot play for me, and watch');
});

test('a player who leaves keeps the seat, unless the player has resigned', async () => {
  const as = (resigned: boolean) => ({ table: { me: 'A' }, player: () => ({ resigned }) }) as unknown as Play;
  Object.assign(current, { online: 'playing', play: as(false) });
  expect(await textOf(Leave)).toContain('Your seat stays yours.');
  Object.assign(current, { online: 'playing', play: as(true) });
  expect(await textOf(Leave)).not.toContain('Your seat');
});

test('the settings say that fast following answers automatically at online tables', async () => {
  set('follow', 'fast');
  expect(await textOf(Settings)).toContain('At online tables: Follows automatically if that colonises');
  set('follow', 'normal');
  expect(await textOf(Settings)).not.toContain('At online tables');
});
