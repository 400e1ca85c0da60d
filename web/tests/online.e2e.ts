import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { asked, changes, chooseShip, playByPointing } from './driver';
import { seriousProblems } from './harness/axe';
import { launch, untilOffline, visitor, type DEVICES } from './harness/browser';
import { houseDeck } from './harness/files';
import { GameServer } from './harness/orrery';
import { begin, chooseMissions, fits, host, join, playUntil, sees, shown, table, untilAlike, whoIsAsked, type NewTable } from './online';

/** A whole game takes as long as the machine needs; only one that stands still fails, by its waits. */
const WHOLE_GAME = 900_000;
const GLOWING = 'main [data-spot][tabindex="0"], main button[data-spot]';

let server: GameServer;
let browser: Browser;
/** What pages complained about, but for the network, which some tests take away. */
let complaints: string[][] = [];

beforeAll(async () => {
  server = await GameServer.open();
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  const said = complaints.flat().filter((line) => !/net::ERR|WebSocket connection|status of (401|404)/.test(line));
  complaints = [];
  expect(said).toEqual([]);
});

async function somebody(device: keyof typeof DEVICES = 'desktop', locale = 'en-GB'): Promise<Page> {
  const one = await visitor(browser, device, locale);
  complaints.push(one.complaints);
  return one.page;
}

/** What a page is told over sockets from now on. */
function messages(page: Page): string[] {
  const heard: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => void heard.push(String(payload))));
  return heard;
}

const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

/** Two people at a table of their own, missions chosen. */
async function two(options: NewTable = {}): Promise<{ ada: Page; ben: Page; link: string }> {
  const [ada, ben] = [await somebody(), await somebody()];
  const link = await host(ada, server.url, options);
  await join(ben, link, 'Ben');
  await begin(ada);
  await table(ben).waitFor();
  await chooseMissions(ada, ben);
  return { ada, ben, link };
}

test('a table is made, shared by link and code, joined and begun', async () => {
  const [ada, ben] = [await somebody(), await somebody('phone')];
  const link = await host(ada, server.url);
  await ada.getByRole('img', { name: 'The link as a QR code' }).waitFor();
  expect(await ada.getByRole('button', { name: 'Begin' }).isDisabled()).toBe(true);
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

test('a table has a deck of its own, duel missions, and a rule for whoever is away', async () => {
  const [ada, ben] = [await somebody(), await somebody()];
  await ada.goto(`${server.url}#/new/friends`);
  await ada.locator('summary').click();
  await ada.locator('input[type=file]').setInputFiles(houseDeck());
  await ada.getByText('Playing with House rules.').waitFor();
  await ada.getByLabel('Duel missions').check();
  expect(await ada.getByRole('group', { name: 'When somebody’s time is up' }).count(), 'without a clock there is none').toBe(0);
  await ada.getByRole('button', { name: 'Live' }).click();
  await ada.getByRole('button', { name: 'A bot plays on' }).click();
  expect(await seriousProblems(ada)).toEqual([]);
  await ada.getByRole('button', { name: 'Make the table' }).click();
  await sees(ada, '.lead', 'duel missions · When somebody’s time is up: A bot plays on');
  await join(ben, await ada.getByRole('textbox', { name: 'Link to this table' }).inputValue(), 'Ben');
  await begin(ada);
  await chooseMissions(ada, ben);
  const active = await playUntil([ada, ben], (kind) => kind === 'turn');
  // The cards of the deck are drawn, and explain themselves.
  await active.locator('.planets h2').first().waitFor();
  await ben.reload();
  await table(ben).waitFor();
  await untilAlike(ada, ben);
});

test('on a phone in German the table, its menu, orders and people fit', async () => {
  const [ada, ben] = [await somebody(), await somebody('phone', 'de-DE')];
  await ben.goto(`${server.url}#/new/friends`);
  await ben.locator('summary').click();
  await ben.getByRole('button', { name: 'Live' }).click();
  await ben.getByRole('button', { name: 'Ein Bot spielt weiter' }).waitFor();
  expect(await fits(ben)).toBe(true);
  const link = await host(ada, server.url);
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

test('whoever looks elsewhere is called: by the title, and by the browser if it may', async () => {
  const [ada, ben] = [await somebody(), await somebody()];
  await ben.context().grantPermissions(['notifications']);
  const link = await host(ada, server.url);
  await join(ben, link, 'Ben');
  await ben.getByRole('button', { name: 'Notify me when it is my turn' }).click();
  await ben.getByRole('button', { name: 'Notify me when it is my turn' }).waitFor({ state: 'detached' });
  await untilOffline(ben);
  // As if another window lay over it.
  await ben.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
  await begin(ada);
  await ben.waitForFunction(() => document.title.startsWith('●'));
  await ben.waitForFunction(async () => ((await (await navigator.serviceWorker.getRegistration())?.getNotifications())?.length ?? 0) > 0);
});

test(
  'a follow is answered by pointing at a space, and everybody sees the same',
  async () => {
    const { ada, ben } = await two();
    const follower = await playUntil([ada, ben], async (kind, page) => {
      if (kind !== 'follow') return false;
      await page.locator('.follow[aria-busy=false]').waitFor();
      return (await page.locator(GLOWING).count()) > 0;
    });
    expect(await seriousProblems(follower)).toEqual([]);
    await changes(follower, async () => {
      await follower.locator(GLOWING).first().click({ force: true });
      await chooseShip(follower);
    });
    await Promise.all([ada, ben].map((page) => page.locator('.bay .tail .badge').first().waitFor()));
    await untilAlike(ada, ben);
  },
  WHOLE_GAME,
);

test(
  'a reload in the middle of anything loses nothing',
  async () => {
    const { ada, ben } = await two();
    const follower = await playUntil([ada, ben], (kind) => kind === 'follow');
    const question = await follower.locator('.follow h2').innerText();
    await Promise.all([ada, ben].map((page) => page.reload()));
    await follower.locator('.follow h2', { hasText: question }).waitFor();
    await untilAlike(ada, ben);
    const active = follower === ada ? ben : ada;
    await follower.keyboard.press(' ');
    await playUntil([active, follower], (kind, page) => kind === 'turn' && page === active);
    const before = await shown(active);
    await active.reload();
    await active.locator('.btn.end:enabled').waitFor();
    expect(await shown(active)).toEqual(before);
  },
  WHOLE_GAME,
);

/** Uses the first die of the tray, as far as the click. */
async function clickDie(page: Page): Promise<void> {
  await page.locator('[data-die="0"]').click();
  const glowing = page.locator(`${GLOWING}, .coach .chip`).first();
  await glowing.waitFor();
  await glowing.click({ force: true });
  await chooseShip(page);
}

test(
  'a click while the server is away is kept, sent once, and survives a reload',
  async () => {
    const { ada, ben } = await two();
    const active = await playUntil([ada, ben], async (kind, page) => kind === 'turn' && (await page.locator('[data-die="0"]').count()) > 0);
    await untilOffline(active);
    const used = await active.locator('.bay .die').count();

    await server.kill();
    await clickDie(active);
    await sees(active, '.lost', 'Your move is kept');
    await server.startAgain();
    await Promise.all([ada, ben].map((page) => page.locator('.bay .die').nth(used).waitFor()));
    await untilAlike(ada, ben);
    expect(await active.locator('.bay .die').count()).toBe(used + 1);

    const again = await playUntil([ada, ben], async (kind, page) => kind === 'turn' && (await page.locator('[data-die="0"]').count()) > 0);
    await untilOffline(again);
    const now = await again.locator('.bay .die').count();
    await server.kill();
    await clickDie(again);
    await again.locator('.lost').waitFor();
    await again.reload();
    await sees(again, '.loading', 'cannot be reached');
    await server.startAgain();
    await Promise.all([ada, ben].map((page) => page.locator('.bay .die').nth(now).waitFor()));
    await untilAlike(ada, ben);
    expect(await again.locator('.bay .die').count()).toBe(now + 1);
  },
  WHOLE_GAME,
);

test(
  'whoever gives up ends a game of two; then it is played again at a new table',
  async () => {
    const { ada, ben } = await two();
    await playUntil([ada, ben], (kind) => kind === 'turn');
    await ben.getByRole('button', { name: 'At this table' }).click();
    await ben.getByRole('button', { name: 'Give up' }).click();
    await ben.getByRole('button', { name: 'Really give up' }).click();
    await sees(ada, '.end-page', 'Ben gave up');
    await sees(ada, '.end-page h1', 'You win');
    await sees(ben, '.end-page', 'You gave up');
    expect(await seriousProblems(ada)).toEqual([]);
    await ada.getByRole('button', { name: 'Play again' }).click();
    await ben.getByRole('link', { name: 'Open' }).click();
    await begin(ada);
    await chooseMissions(ada, ben);
    await playUntil([ada, ben], (kind) => kind === 'turn');
  },
  WHOLE_GAME,
);

test(
  'a whole game with a bot ends with scores, proved dice and a replay that can be linked to',
  async () => {
    const ada = await somebody();
    const heard = messages(ada);
    const link = await host(ada, server.url, { bots: 1 });
    await begin(ada);
    await playByPointing(ada, 1);
    expect(await ada.locator('.end-page .total').count()).toBe(2);
    // The page makes views and texts of its own: it was sent one view, and small messages since.
    expect(heard.filter((text) => text.startsWith('{"type":"view"')).length).toBe(1);
    expect(median(heard.filter((text) => text.startsWith('{"type":"steps"')).map((text) => text.length))).toBeLessThan(300);
    await ada.getByRole('button', { name: 'Check the dice' }).click();
    await ada.getByRole('status').filter({ hasText: 'The dice were fair' }).waitFor();
    await ada.getByRole('link', { name: 'Watch replay' }).click();
    await ada.locator('.scrubber .count').waitFor();
    await ada.keyboard.press('PageUp');
    const place = ada.url();
    expect(place).toContain('step=');
    // Whoever gets the link sees it, too, without having been there.
    const eve = await somebody();
    await eve.goto(place);
    await eve.locator('.scrubber .count').waitFor();
    expect(await eve.locator('.scrubber .count').innerText()).toBe(await ada.locator('.scrubber .count').innerText());
    await ada.goto(link);
    await ada.locator('.end-page .reveal b').first().waitFor();
    // Also there everything is told anew in another language.
    const missions = () => ada.locator('.end-page .reveal').allTextContents();
    const english = await missions();
    await ada.getByRole('button', { name: 'DE', exact: true }).click();
    await expect.poll(missions, { timeout: 60_000 }).not.toEqual(english);
  },
  WHOLE_GAME,
);

test(
  'in the middle of a game everything is told anew in another language',
  async () => {
    const { ada, ben } = await two();
    await playUntil([ada, ben], async (kind, page) => kind === 'turn' && page === ada && (await page.locator('.bay .die').count()) > 0);
    await untilAlike(ada, ben);
    await sees(ada, 'main', 'activated the');
    let sockets = 0;
    ada.on('websocket', () => void (sockets += 1));
    await ada.getByRole('button', { name: 'DE', exact: true }).click();
    await sees(ada, 'main', 'aktivierte den');
    expect(await ada.locator('main').innerText()).not.toMatch(/ rolled | activated the /);
    await ada.getByRole('button', { name: 'Zug beenden' }).waitFor();
    expect(await asked(ada)).toBe('turn');
    expect(await ben.locator('main').innerText()).toContain('activated the');
    expect(sockets, 'the table stays').toBe(0);
  },
  WHOLE_GAME,
);

test(
  'somebody watches, and can do nothing but that',
  async () => {
    const { ada, ben, link } = await two();
    const eve = await somebody();
    await eve.goto(link);
    await sees(eve, '.watching', 'You are watching');
    await ada.getByRole('button', { name: 'At this table' }).click();
    await sees(ada, '.dialog', '1 person is watching');
    await ada.keyboard.press('Escape');
    await playUntil([ada, ben], async (kind, page) => kind === 'turn' && (await page.locator('.bay .die').count()) > 0);
    await untilAlike(ada, ben, eve);
    expect(await asked(eve)).toBeNull();
    expect(await eve.locator('.tray button:enabled, .thumb.secret').count()).toBe(0);
    expect(await seriousProblems(eve)).toEqual([]);
  },
  WHOLE_GAME,
);

test('players talk; what was said is there after a reload, and a player can be muted', async () => {
  const { ada, ben } = await two();
  await ada.getByRole('button', { name: 'Chat' }).click();
  await ada.getByPlaceholder('Say something').fill('<b>Good luck</b>');
  await ada.keyboard.press('Enter');
  await sees(ben, '.note', '<b>Good luck</b>');
  await ben.getByRole('button', { name: 'Chat, 1 new line' }).click();
  await ben.getByPlaceholder('Say something').fill('You too');
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

test('open tables are found in the list, and games by day wait there for their move', async () => {
  const [ada, ben] = [await somebody(), await somebody('phone')];
  await host(ada, server.url, { name: 'Adeline', clock: 'A day for each move', listed: true });
  await ben.goto(`${server.url}#/new/friends`);
  await ben.getByRole('list', { name: 'Open tables' }).locator('li', { hasText: 'Adeline' }).getByRole('link', { name: 'Open' }).click();
  await ben.getByRole('textbox', { name: 'Your name' }).fill('Benno');
  await ben.getByRole('button', { name: 'Sit down' }).click();
  await begin(ada);
  await chooseMissions(ada, ben);
  const active = await playUntil([ada, ben], (kind) => kind === 'turn');
  await active.goto(`${server.url}#/new/friends`);
  const row = active.getByRole('list', { name: 'Your tables' }).locator('li', { hasText: 'Adeline' });
  await row.filter({ hasText: 'Your turn' }).waitFor();
  expect(await seriousProblems(active)).toEqual([]);
  await active.goto(server.url);
  await active.getByRole('link', { name: '1 table waits for you' }).click();
  await playUntil([active], (kind) => kind === 'turn');
});

/** Somebody uses the first die of a turn, one that asks for nothing more; and whether the other may follow. */
async function useFirstDie(ada: Page, ben: Page): Promise<{ active: Page; other: Page; dice: string; follow: boolean }> {
  for (;;) {
    const active = await playUntil([ada, ben], async (kind, page) => kind === 'turn' && (await page.locator('.bay .die').count()) === 0);
    const other = active === ada ? ben : ada;
    const dice = await active.locator('.tray').innerText();
    await changes(active, () => clickDie(active));
    await untilAlike(ada, ben);
    const next = await whoIsAsked([other, active]);
    if (next.page === other || next.kind === 'turn') return { active, other, dice, follow: next.page === other };
  }
}

test(
  'a move is taken back freely, and one that showed something only if all agree',
  async () => {
    const { ada, ben } = await two();
    const { active, other, dice, follow } = await useFirstDie(ada, ben);
    if (follow) await changes(other, () => other.keyboard.press(' '));
    await active.locator('.btn.end:enabled').waitFor();
    expect(await active.locator('.bay .die').count()).toBe(1);
    await active.getByRole('button', { name: /^(Undo|Ask to undo)$/ }).click();
    if (follow) {
      await sees(active, '.note', 'Asked');
      await other.getByRole('button', { name: 'Refuse' }).click();
      await sees(active, '.note', 'not everybody agreed');
      await active.getByRole('button', { name: 'Ask to undo' }).click();
      await other.getByRole('button', { name: 'Agree' }).click();
    }
    await active.locator('.bay .die').waitFor({ state: 'detached' });
    await untilAlike(ada, ben);
    expect(await active.locator('.tray').innerText()).toBe(dice);
  },
  WHOLE_GAME,
);

test(
  'standing orders are kept by the server: they pass for somebody who is away',
  async () => {
    const { ada, ben } = await two();
    await ben.getByRole('button', { name: 'Standing orders' }).click();
    await ben.getByRole('button', { name: 'Fast' }).click();
    await ben.reload();
    await ben.getByRole('button', { name: 'Standing orders' }).click();
    await ben.locator('.presets [aria-pressed=true]', { hasText: 'Fast' }).waitFor();
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

test(
  'live clocks run, and a follower sees the time to answer',
  async () => {
    const { ada, ben } = await two({ clock: 'Live' });
    await ada.locator('.order .clock.runs').first().waitFor();
    const follower = await playUntil([ada, ben], (kind) => kind === 'follow');
    await follower.getByRole('timer').waitFor();
    // Without an answer the time passes for whoever was asked.
    await sees(follower, '.note', 'Your time was over');
    await follower.locator('.follow').waitFor({ state: 'detached' });
  },
  WHOLE_GAME,
);
