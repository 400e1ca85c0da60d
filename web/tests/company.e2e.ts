/** Tests of online tables with other people: languages, spectators, chat, undo, standing orders and clocks. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { currentPrompt, waitForChange } from './driver';
import { seriousProblems } from './harness/axe';
import { clickDie, openSite, WHOLE_GAME } from './harness/site';
import { begin, chooseMissions, host, playUntil, sees, untilAlike, nextPrompt } from './online';

const { server, newVisitor, twoPlayers } = openSite();

test(
  'switching the language during a game translates everything',
  async () => {
    const { ada, ben } = await twoPlayers();
    await playUntil([ada, ben], async (kind, page) => kind === 'turn' && page === ada && (await page.locator('.bay .die').count()) > 0);
    await untilAlike(ada, ben);
    const logOf = (page: Page) => page.locator('.log').innerText();
    const logs = [await logOf(ada), await logOf(ben)];
    await sees(ada, 'main', 'Reroll');
    let sockets = 0;
    ada.on('websocket', () => void (sockets += 1));
    await ada.getByRole('button', { name: 'DE', exact: true }).click();
    await sees(ada, 'main', 'Neu würfeln');
    expect(await ada.locator('main').innerText()).not.toMatch(/Reroll|Energy|Culture|Economy/);
    expect(await logOf(ada), 'every turn names a die').not.toBe(logs[0]);
    await ada.getByRole('button', { name: 'Zug beenden' }).waitFor();
    expect(await currentPrompt(ada)).toBe('turn');
    expect(await logOf(ben), 'the others keep their language').toBe(logs[1]);
    expect(sockets, 'the table stays').toBe(0);
  },
  WHOLE_GAME,
);

test(
  'a spectator can only watch',
  async () => {
    const { ada, ben, link } = await twoPlayers();
    const eve = await newVisitor();
    await eve.goto(link);
    await sees(eve, '.watching', 'You are a spectator');
    await ada.getByRole('button', { name: 'At this table' }).click();
    await sees(ada, '.dialog', '1 spectator');
    await ada.keyboard.press('Escape');
    await playUntil([ada, ben], async (kind, page) => kind === 'turn' && (await page.locator('.bay .die').count()) > 0);
    await untilAlike(ada, ben, eve);
    expect(await currentPrompt(eve)).toBeNull();
    expect(await eve.locator('.tray button:enabled, .thumb.secret').count()).toBe(0);
    expect(await seriousProblems(eve)).toEqual([]);
    const shownVersion = () => eve.locator('main').getAttribute('data-version');
    await eve.getByRole('button', { name: 'Pause' }).click();
    const paused = await shownVersion();
    let prompts = 0;
    await playUntil([ada, ben], () => prompts++ === 3);
    expect(await shownVersion()).toBe(paused);
    await eve.getByRole('button', { name: 'Next', exact: true }).click();
    await eve.waitForFunction((was) => document.querySelector('main')?.dataset['version'] !== was, paused);
    await eve.getByRole('button', { name: 'Resume' }).click();
    await untilAlike(ada, ben, eve);
  },
  WHOLE_GAME,
);

test('chat messages survive a reload, and a player can be muted', async () => {
  const { ada, ben } = await twoPlayers();
  await ada.getByRole('button', { name: 'Chat' }).click();
  await ada.getByPlaceholder('Write a message').fill('<b>Good luck</b>');
  await ada.keyboard.press('Enter');
  await sees(ben, '.note', '<b>Good luck</b>');
  await ben.getByRole('button', { name: 'Chat, 1 new message' }).click();
  await ben.getByPlaceholder('Write a message').fill('You too');
  await ben.keyboard.press('Enter');
  await sees(ada, '.chat li', 'You too');
  await ada.reload();
  await ada.getByRole('button', { name: /^Chat/ }).click();
  await sees(ada, '.chat li', 'You too');
  expect(await seriousProblems(ada)).toEqual([]);
  await ada.getByRole('button', { name: 'At this table' }).click();
  await ada.getByRole('button', { name: 'Mute' }).click();
  await ada.keyboard.press('Escape');
  await ada.locator('.chat li', { hasText: 'You too' }).waitFor({ state: 'detached' });
});

test('open tables are listed, and daily games wait there for a move', async () => {
  const [ada, ben] = [await newVisitor(), await newVisitor('phone')];
  await host(ada, server().url, { name: 'Adeline', clock: 'One day per move', listed: true });
  await ben.goto(`${server().url}#/new/friends`);
  await ben.getByRole('list', { name: 'Open tables' }).locator('li', { hasText: 'Adeline' }).getByRole('link', { name: 'Open' }).click();
  await ben.getByRole('textbox', { name: 'Your name' }).fill('Benno');
  await ben.getByRole('button', { name: 'Sit down' }).click();
  await begin(ada);
  await chooseMissions(ada, ben);
  const active = await playUntil([ada, ben], (kind) => kind === 'turn');
  await active.goto(`${server().url}#/new/friends`);
  const row = active.getByRole('list', { name: 'Your tables' }).locator('li', { hasText: 'Adeline' });
  await row.filter({ hasText: 'Your turn' }).waitFor();
  expect(await seriousProblems(active)).toEqual([]);
  await active.goto(server().url);
  await active.getByRole('link', { name: '1 table is waiting for you' }).click();
  await playUntil([active], (kind) => kind === 'turn');
});

/** Uses the first die of a turn that needs no target; returns the pages, and whether the other player may follow. */
async function useFirstDie(ada: Page, ben: Page): Promise<{ active: Page; other: Page; dice: string; follow: boolean }> {
  for (;;) {
    const active = await playUntil([ada, ben], async (kind, page) => kind === 'turn' && (await page.locator('.bay .die').count()) === 0);
    const other = active === ada ? ben : ada;
    const dice = await active.locator('.tray').innerText();
    await waitForChange(active, () => clickDie(active));
    await untilAlike(ada, ben);
    const next = await nextPrompt([other, active]);
    if (next.page === other || next.kind === 'turn') return { active, other, dice, follow: next.page === other };
  }
}

test(
  'undo is free without new information, and otherwise needs consent',
  async () => {
    const { ada, ben } = await twoPlayers();
    const { active, other, dice, follow } = await useFirstDie(ada, ben);
    if (follow) await waitForChange(other, () => other.keyboard.press(' '));
    await active.locator('.btn.end:not([aria-disabled=true])').waitFor();
    expect(await active.locator('.bay .die').count()).toBe(1);
    await active.getByRole('button', { name: /^(Undo|Ask to undo)$/ }).click();
    if (follow) {
      await sees(active, '.note', 'to allow the undo');
      await other.getByRole('button', { name: 'Refuse' }).click();
      await sees(active, '.note', 'Not every player allowed the undo');
      await active.getByRole('button', { name: 'Ask to undo' }).click();
      await other.getByRole('button', { name: 'Allow' }).click();
    }
    await active.locator('.bay .die').waitFor({ state: 'detached' });
    await untilAlike(ada, ben);
    expect(await active.locator('.tray').innerText()).toBe(dice);
  },
  WHOLE_GAME,
);

test(
  'the server keeps standing orders: they pass for an absent player',
  async () => {
    const { ada, ben } = await twoPlayers();
    await ben.getByRole('button', { name: 'Standing orders' }).click();
    await ben.getByRole('button', { name: 'Fast' }).click();
    await ben.reload();
    await ben.getByRole('button', { name: 'Standing orders' }).click();
    await ben.locator('.follow-modes [aria-pressed=true]', { hasText: 'Fast' }).waitFor();
    for (const face of ['Move ship', 'Energy', 'Culture', 'Diplomacy', 'Economy', 'Colony'])
      await ben.getByRole('group', { name: face, exact: true }).getByRole('button', { name: 'Pass' }).click();
    expect(await seriousProblems(ben)).toEqual([]);
    await ben.reload();
    await ben.getByRole('button', { name: 'Standing orders' }).click();
    await ben.getByRole('group', { name: 'Energy', exact: true }).locator('[aria-pressed=true]', { hasText: 'Pass' }).waitFor();
    await ben.keyboard.press('Escape');
    await playUntil([ben, ada], (kind, page) => kind === 'turn' && page === ada);
    await ben.goto('about:blank');
    await sees(ada, '.rival', 'away');
    await clickDie(ada);
    await ada.locator('.bay .die').waitFor();
    await playUntil([ada], (kind) => kind === 'turn');
  },
  WHOLE_GAME,
);

/** Waits until an element appears, even if only for a moment; returns false if the page closes first. */
function appears(page: Page, selector: string): Promise<boolean> {
  const seen = page.evaluate(
    (where) =>
      new Promise<boolean>((resolve) => {
        const check = (): void => {
          if (document.querySelector(where)) resolve(true);
        };
        new MutationObserver(check).observe(document.body, { childList: true, subtree: true });
        check();
      }),
    selector,
  );
  return seen.catch(() => false);
}

test(
  'live clocks run, and a player who may follow sees the remaining time',
  async () => {
    const { ada, ben } = await twoPlayers({ clock: 'Live' });
    await ada.locator('.order .clock.runs').first().waitFor();
    const timers = new Map([ada, ben].map((page) => [page, appears(page, '[role=timer]')]));
    const follower = await playUntil([ada, ben], (kind) => kind === 'follow');
    expect(await timers.get(follower)).toBe(true);
    // Without an answer, the time runs out.
    await sees(follower, '.note', 'Your time ran out');
    await follower.locator('.follow').waitFor({ state: 'detached' });
  },
  WHOLE_GAME,
);
