/** Tests of people at an online table: whose turn it is, chat, resigned and absent players. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { seriousProblems } from './harness/axe';
import { collisions, overflows, smallTargets } from './harness/overflow';
import { resizeTo, SCREENS } from './harness/screens';
import { openSite, WHOLE_GAME } from './harness/site';
import { begin, chooseMissions, fits, host, join, playUntil, sees, slowClocks, table } from './online';

const { server, newVisitor, twoPlayers } = openSite();

/** Opens another page of the same person. */
async function newPageOf(page: Page, path: string): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(`${server().url}${path}`);
  return other;
}

const openPeople = (page: Page) => page.getByRole('button', { name: 'At this table' }).click();

test(
  'without a clock, the title, the list of tables and the home page say that it is your turn',
  async () => {
    const { ada, ben } = await twoPlayers();
    const active = await playUntil([ada, ben], (kind) => kind === 'turn');
    await active.waitForFunction(() => document.title.startsWith('●'));
    const list = await newPageOf(active, '#/new/friends');
    await list.getByRole('list', { name: 'Your tables' }).locator('li', { hasText: 'Your turn' }).waitFor();
    const home = await newPageOf(active, '');
    await home.getByRole('link', { name: '1 table is waiting for you' }).waitFor();
    const other = await newPageOf(active === ada ? ben : ada, '#/new/friends');
    await other.getByRole('list', { name: 'Your tables' }).locator('li').first().waitFor();
    expect(await other.getByText('Your turn').count()).toBe(0);
  },
  WHOLE_GAME,
);

test('with day clocks, only the player to move has a clock, and it shows the whole day', async () => {
  const { ada, ben } = await twoPlayers({ clock: 'One day per move' });
  await playUntil([ada, ben], (kind) => kind === 'turn');
  for (const page of [ada, ben])
    await expect.poll(() => page.locator('.order .clock').allInnerTexts(), { timeout: 60_000 }).toEqual(['24 h']);
});

test('the chat shows new names, its notes disappear, and spectators cannot read it', async () => {
  const { ada, ben, link } = await twoPlayers();
  await ben.clock.install();
  await ada.getByRole('button', { name: 'Chat' }).click();
  await ada.getByPlaceholder('Write a message').fill('Good luck');
  await ada.keyboard.press('Enter');
  await sees(ben, '.note', 'Good luck');
  await ben.clock.fastForward(10_000);
  await ben.locator('.note', { hasText: 'Good luck' }).waitFor({ state: 'detached' });
  const me = await newPageOf(ada, '#/me');
  await me.getByRole('textbox', { name: 'Your name' }).fill('Adelheid');
  await me.getByRole('button', { name: 'Save' }).click();
  await sees(ben, '.order', 'Adelheid');
  await ben.getByRole('button', { name: /^Chat/ }).click();
  await sees(ben, '.chat li', 'Adelheid');
  const eve = await newVisitor();
  await eve.goto(link);
  await eve.getByRole('button', { name: /^Chat/ }).click();
  await sees(eve, '.chat li', 'No messages yet.');
});

test('a player who resigned is marked, the resign button is readable, and spectators can read an open chat', async () => {
  const { ada, ben, link } = await twoPlayers({ seats: 3, bots: 1, spectatorChat: true });
  await openPeople(ben);
  await ben.getByRole('button', { name: 'Resign' }).click();
  await ben.getByRole('button', { name: 'Resign for good' }).waitFor();
  expect(await seriousProblems(ben)).toEqual([]);
  await ben.getByRole('button', { name: 'Resign for good' }).click();
  await sees(ada, '.rival', 'resigned');
  // A phone has room only for an icon.
  await resizeTo(ada, { width: 390, height: 844 });
  await sees(ada, '.mtop .gone', 'resigned');
  await resizeTo(ada, { width: 1440, height: 900 });
  await ada.getByRole('button', { name: 'Chat' }).click();
  await ada.getByPlaceholder('Write a message').fill('Come back soon');
  await ada.keyboard.press('Enter');
  const eve = await newVisitor();
  await eve.goto(link);
  await eve.getByRole('button', { name: /^Chat/ }).click();
  await sees(eve, '.chat li', 'Come back soon');
});

test(
  'another person takes the offered seat of an absent player, and plays on',
  async () => {
    const { ada, ben, link } = await twoPlayers();
    await playUntil([ada, ben], (kind, page) => kind === 'turn' && page === ben);
    await ben.getByRole('button', { name: 'Chat' }).click();
    await ben.getByPlaceholder('Write a message').fill('I must go');
    await ben.keyboard.press('Enter');
    await sees(ada, '.note', 'I must go');
    const eve = await newVisitor('phone');
    await eve.goto(link);
    await sees(eve, '.watching', 'You are a spectator');
    await ben.goto('about:blank');
    await sees(ada, '.rival', 'away');
    await openPeople(ada);
    await ada.getByRole('button', { name: 'Offer this seat' }).click();
    await sees(eve, '.claim', 'Ben is away');
    expect(await seriousProblems(eve)).toEqual([]);
    await eve.getByRole('textbox', { name: 'Your name' }).fill('Eve');
    await eve.getByRole('button', { name: 'Take this seat' }).click();
    await sees(ada, '.rival', 'Eve');
    // On open pages, the former player's messages keep that player's name.
    await ada.keyboard.press('Escape');
    await ada.getByRole('button', { name: /^Chat/ }).click();
    await sees(ada, '.chat li', 'Ben');
    expect(await ada.locator('.chat li', { hasText: 'I must go' }).innerText()).not.toContain('Eve');
    await playUntil([eve], (kind) => kind === 'turn');
    // The former player has become a spectator.
    await ben.goto(link);
    await table(ben).waitFor();
    await sees(ben, '.watching', 'You are a spectator');
  },
  WHOLE_GAME,
);

test(
  'five players with clocks and long names fit tablets and phones',
  async () => {
    const [ada, ben] = [await newVisitor(), await newVisitor('phone')];
    await slowClocks(ada);
    const link = await host(ada, server().url, { name: 'Maximiliane Sternenwanderer-Kö', seats: 5, clock: 'Live', bots: 3 });
    await join(ben, link, 'Konstantin der Entdecker von X');
    await begin(ada);
    await table(ben).waitFor();
    await chooseMissions(ada, ben);
    await playUntil([ben, ada], (kind, page) => kind === 'turn' && page === ben);
    const found: string[] = [];
    for (const { name, width, height } of SCREENS.filter(({ touch }) => touch)) {
      await resizeTo(ben, { width, height });
      const lines = [...(await overflows(ben)), ...(await collisions(ben, '.topbar, .mtop, .self'))];
      if (!(await fits(ben))) lines.push('scrolls sideways');
      await ben.locator('.chat-open').filter({ visible: true }).click();
      await ben.locator('.chat').waitFor();
      lines.push(...(await smallTargets(ben)));
      await ben.locator('.chat header .btn').click();
      found.push(...lines.map((line) => `${name}: ${line}`));
    }
    expect(found).toEqual([]);
  },
  WHOLE_GAME,
);
