import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chooseShip, GLOWING, playByPointing, untilSameMove, waitForChange } from './driver';
import { seriousProblems } from './harness/axe';
import { untilOffline } from './harness/browser';
import { houseDeck } from './harness/files';
import { clickDie, openSite, WHOLE_GAME } from './harness/site';
import { begin, chooseMissions, fits, host, join, playUntil, sees, shown, table, untilAlike } from './online';

const { server, newVisitor, twoPlayers } = openSite();

/** Collects the WebSocket messages that a page receives from now on. */
function messages(page: Page): string[] {
  const received: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => void received.push(String(payload))));
  return received;
}

const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

test('the server sends the page and the engine compressed', async () => {
  const { url } = server();
  const files = (await (await fetch(new URL('sw.js', url))).text()).match(/assets\/engine_bg[^"]*\.wasm/) ?? [];
  const encodings = await Promise.all(
    ['', ...files].map(async (file) => (await fetch(new URL(file, url))).headers.get('content-encoding')),
  );
  expect(encodings).toEqual(['gzip', 'gzip']);
});

test('a table is created, shared by link and QR code, joined and started', async () => {
  const [ada, ben] = [await newVisitor(), await newVisitor('phone')];
  const link = await host(ada, server().url);
  await ada.getByRole('img', { name: 'QR code for this link' }).waitFor();
  expect(await ada.getByRole('button', { name: 'Start game' }).isDisabled()).toBe(true);
  await join(ben, link, 'Ben');
  await sees(ada, '.seats li', 'Ben');
  expect([...(await seriousProblems(ada)), ...(await seriousProblems(ben))]).toEqual([]);
  expect(await fits(ben)).toBe(true);
  await begin(ada);
  await chooseMissions(ada, ben);
  await playUntil([ada, ben], (kind) => kind === 'turn');
  expect([...(await seriousProblems(ada)), ...(await seriousProblems(ben))]).toEqual([]);
  expect(await fits(ben)).toBe(true);
});

test('a table has a custom deck, duel missions and a rule for absent players', async () => {
  const [ada, ben] = [await newVisitor(), await newVisitor()];
  await ada.goto(`${server().url}#/new/friends`);
  await ada.locator('summary').click();
  await ada.locator('input[type=file]').setInputFiles(houseDeck());
  await ada.getByText('Playing with House rules.').waitFor();
  await ada.getByLabel('Duel missions').check();
  expect(await ada.getByRole('group', { name: 'When a player’s time runs out' }).count(), 'without a clock there is none').toBe(0);
  await ada.getByRole('button', { name: 'Live' }).click();
  await ada.getByRole('button', { name: 'A bot takes over' }).click();
  expect(await seriousProblems(ada)).toEqual([]);
  await ada.getByRole('button', { name: 'Create table' }).click();
  await sees(ada, '.lead', 'duel missions · When a player’s time runs out: A bot takes over');
  await join(ben, await ada.getByRole('textbox', { name: 'Link to this table' }).inputValue(), 'Ben');
  await begin(ada);
  await chooseMissions(ada, ben);
  const active = await playUntil([ada, ben], (kind) => kind === 'turn');
  // The cards of the deck are shown, with explanations.
  await active.locator('.planets h2').first().waitFor();
  await ben.reload();
  await table(ben).waitFor();
  await untilAlike(ada, ben);
});

test('on a phone in German the table, its menu, orders and people fit', async () => {
  const [ada, ben] = [await newVisitor(), await newVisitor('phone', 'de-DE')];
  await ben.goto(`${server().url}#/new/friends`);
  await ben.locator('summary').click();
  await ben.getByRole('button', { name: 'Live' }).click();
  await ben.getByRole('button', { name: 'Ein Bot übernimmt' }).waitFor();
  expect(await fits(ben)).toBe(true);
  const link = await host(ada, server().url);
  await ben.goto(link);
  await ben.getByRole('textbox', { name: 'Dein Name' }).fill('Ben');
  await ben.getByRole('button', { name: 'Hinsetzen' }).click();
  await ben.locator('.seats li.mine').waitFor();
  await begin(ada);
  await table(ben).waitFor();
  for (const dialog of ['Daueraufträge', 'An diesem Tisch']) {
    await ben.getByRole('button', { name: 'Menü' }).click();
    await ben.getByRole('button', { name: dialog }).click();
    await ben.getByRole('dialog', { name: dialog }).waitFor();
    expect(await fits(ben), dialog).toBe(true);
    expect(await seriousProblems(ben), dialog).toEqual([]);
    await ben.keyboard.press('Escape');
    await ben.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

test('the title and a notification alert a player whose page is hidden', async () => {
  const [ada, ben] = [await newVisitor(), await newVisitor()];
  await ben.context().grantPermissions(['notifications']);
  const link = await host(ada, server().url);
  await join(ben, link, 'Ben');
  await ben.getByRole('button', { name: 'Notify me when it is my turn' }).click();
  await ben.getByRole('button', { name: 'Notify me when it is my turn' }).waitFor({ state: 'detached' });
  await untilOffline(ben);
  // Simulate a page that another window covers.
  await ben.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
  await begin(ada);
  await ben.waitForFunction(() => document.title.startsWith('●'));
  await ben.waitForFunction(async () => ((await (await navigator.serviceWorker.getRegistration())?.getNotifications())?.length ?? 0) > 0);
});

test(
  'selecting a space answers a follow, and all screens agree',
  async () => {
    const { ada, ben } = await twoPlayers();
    const follower = await playUntil([ada, ben], async (kind, page) => {
      if (kind !== 'follow') return false;
      await page.locator('.follow[aria-busy=false]').waitFor();
      return (await page.locator(GLOWING).count()) > 0;
    });
    expect(await seriousProblems(follower)).toEqual([]);
    await waitForChange(follower, async () => {
      await follower.locator(GLOWING).first().click({ force: true });
      await chooseShip(follower);
    });
    await Promise.all([ada, ben].map((page) => page.locator('.bay .tail .badge').first().waitFor()));
    await untilAlike(ada, ben);
  },
  WHOLE_GAME,
);

test(
  'a reload during a follow or a turn loses nothing',
  async () => {
    const { ada, ben } = await twoPlayers();
    const follower = await playUntil([ada, ben], (kind) => kind === 'follow');
    const question = await follower.locator('.follow h2').innerText();
    await Promise.all([ada, ben].map((page) => page.reload()));
    await follower.locator('.follow h2', { hasText: question }).waitFor();
    await untilAlike(ada, ben);
    const active = follower === ada ? ben : ada;
    await waitForChange(follower, () => follower.keyboard.press(' '));
    await playUntil([active, follower], (kind, page) => kind === 'turn' && page === active);
    const before = await shown(active);
    await active.reload();
    await active.locator('.btn.end:not([aria-disabled=true])').waitFor();
    expect(await shown(active)).toEqual(before);
  },
  WHOLE_GAME,
);

test(
  'a click while the server is down is sent once, even after a reload',
  async () => {
    const { ada, ben } = await twoPlayers();
    const active = await playUntil([ada, ben], async (kind, page) => kind === 'turn' && (await page.locator('[data-die="0"]').count()) > 0);
    await untilOffline(active);
    const used = await active.locator('.bay .die').count();

    await server().kill();
    await clickDie(active);
    await sees(active, '.lost', 'Your move is saved');
    await server().startAgain();
    await Promise.all([ada, ben].map((page) => page.locator('.bay .die').nth(used).waitFor()));
    await untilAlike(ada, ben);
    expect(await active.locator('.bay .die').count()).toBe(used + 1);

    const again = await playUntil([ada, ben], async (kind, page) => kind === 'turn' && (await page.locator('[data-die="0"]').count()) > 0);
    await untilOffline(again);
    const usedAgain = await again.locator('.bay .die').count();
    await server().kill();
    await clickDie(again);
    await again.locator('.lost').waitFor();
    await again.reload();
    await sees(again, '.loading', 'Cannot reach the server');
    await server().startAgain();
    await Promise.all([ada, ben].map((page) => page.locator('.bay .die').nth(usedAgain).waitFor()));
    await untilAlike(ada, ben);
    expect(await again.locator('.bay .die').count()).toBe(usedAgain + 1);
  },
  WHOLE_GAME,
);

test(
  'resigning ends a game of two; a rematch has a new table',
  async () => {
    const { ada, ben } = await twoPlayers();
    await playUntil([ada, ben], (kind) => kind === 'turn');
    await ben.getByRole('button', { name: 'At this table' }).click();
    await ben.getByRole('button', { name: 'Resign' }).click();
    await ben.getByRole('button', { name: 'Resign for good' }).click();
    await sees(ada, '.end-page', 'Ben resigned');
    await sees(ada, '.end-page h1', 'You win');
    await sees(ben, '.end-page', 'You resigned');
    expect(await seriousProblems(ada)).toEqual([]);
    await ada.getByRole('button', { name: 'Play again' }).click();
    await sees(ben, '.rematch', 'You are invited to a rematch.');
    await ben.getByRole('link', { name: 'Join' }).click();
    await ben.locator('.seats li.mine').waitFor();
    await begin(ada);
    await chooseMissions(ada, ben);
    await playUntil([ada, ben], (kind) => kind === 'turn');
  },
  WHOLE_GAME,
);

test(
  'a whole game with a bot ends with scores, verified dice and a replay link',
  async () => {
    const ada = await newVisitor();
    const received = messages(ada);
    const link = await host(ada, server().url, { bots: 1 });
    await begin(ada);
    await playByPointing(ada, 1);
    expect(await ada.locator('.end-page .total').count()).toBe(2);
    // The page computes views and texts itself: it has received one view, and small messages since then.
    expect(received.filter((text) => text.startsWith('{"type":"view"')).length).toBe(1);
    expect(median(received.filter((text) => text.startsWith('{"type":"steps"')).map((text) => text.length))).toBeLessThan(300);
    await ada.getByRole('button', { name: 'Check the dice' }).click();
    await ada.getByRole('status').filter({ hasText: 'The dice were fair' }).filter({ hasText: 'Proof level 3 of 3' }).waitFor();
    await ada.getByRole('link', { name: 'Watch replay' }).click();
    await ada.locator('.scrubber .count').waitFor();
    await ada.keyboard.press('PageUp');
    await ada.waitForURL(/step=/);
    const replayLink = ada.url();
    // The link also works for people who have not played.
    const eve = await newVisitor();
    await eve.goto(replayLink);
    await untilSameMove(ada, eve);
    await ada.goto(link);
    await ada.locator('.end-page .reveal b').first().waitFor();
    // Replays change their language, too.
    const missions = () => ada.locator('.end-page .reveal').allTextContents();
    const english = await missions();
    await ada.getByRole('button', { name: 'DE', exact: true }).click();
    await expect.poll(missions, { timeout: 60_000 }).not.toEqual(english);
    // The receipt survives leaving the page, and reveals a swapped seed.
    await ada.getByRole('button', { name: 'Würfel prüfen' }).click();
    await ada.getByRole('status').filter({ hasText: 'Beweisstufe 3 von 3' }).waitFor();
    await ada.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('orrery.dice.')) ?? '';
      const receipt = localStorage.getItem(key) ?? '';
      localStorage.setItem(key, receipt.replace(/("commitment":")[0-9a-f]{4}/g, '$1beef'));
    });
    await ada.getByRole('button', { name: 'Würfel prüfen' }).click();
    await ada.getByRole('status').filter({ hasText: 'Sie wurden manipuliert' }).waitFor();
  },
  WHOLE_GAME,
);
