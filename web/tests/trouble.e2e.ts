import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { layoutOf } from '../src/lib/table/layout';
import { seriousProblems } from './harness/axe';
import { launch, untilOffline, visitor } from './harness/browser';
import { GameServer } from './harness/orrery';
import { resizeTo, SCREENS } from './harness/screens';
import { serve } from './harness/server';
import { begin, host, join, sees, table } from './online';

let server: GameServer;
let browser: Browser;

beforeAll(async () => {
  server = await GameServer.open();
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

const newVisitor = async (): Promise<Page> => (await visitor(browser)).page;
const alert = (page: Page) => page.getByRole('alert');

test('a dead link is reported with a link to the user’s tables', async () => {
  const ada = await newVisitor();
  await ada.goto(`${server.url}#/t/nowhere123`);
  await alert(ada).filter({ hasText: 'There is no table at this link' }).waitFor();
  expect(await seriousProblems(ada)).toEqual([]);
  await ada.getByRole('link', { name: 'Your tables' }).click();
  await ada.getByRole('button', { name: 'Create table' }).waitFor();
});

test('closing a table notifies everyone who waits there', async () => {
  const [ada, ben] = [await newVisitor(), await newVisitor()];
  const link = await host(ada, server.url);
  await join(ben, link, 'Ben');
  await ada.getByRole('button', { name: 'Close table' }).click();
  await ada.getByRole('button', { name: 'Close for good' }).click();
  await alert(ben).filter({ hasText: 'It may have been closed' }).waitFor();
  await ada.getByRole('button', { name: 'Create table' }).waitFor();
});

test('a player who loses the seat is notified and can take another', async () => {
  const [ada, ben] = [await newVisitor(), await newVisitor()];
  const link = await host(ada, server.url);
  await join(ben, link, 'Ben');
  await ada.locator('li', { hasText: 'Ben' }).getByRole('button', { name: 'Free this seat' }).click();
  await alert(ben).filter({ hasText: 'has freed your seat' }).waitFor();
  await ben.getByRole('button', { name: 'Sit down' }).click();
  await sees(ben, 'li.mine', 'Ben');
  await alert(ben).waitFor({ state: 'detached' });
});

test('a full table that does not allow spectators rejects them', async () => {
  const [ada, ben, eve] = [await newVisitor(), await newVisitor(), await newVisitor()];
  const link = await host(ada, server.url, { closed: true });
  await eve.goto(link);
  await eve.getByRole('button', { name: 'Sit down' }).waitFor();
  await join(ben, link, 'Ben');
  await eve.getByRole('button', { name: 'Sit down' }).waitFor({ state: 'detached' });
  await sees(eve, '.seats', 'Everyone is here');
  await begin(ada);
  await table(ben).waitFor();
  await eve.reload();
  await alert(eve).filter({ hasText: 'This table does not allow spectators' }).waitFor();
});

test('of two players who want the same seat, the second is asked to choose another', async () => {
  const [ada, ben, eve] = [await newVisitor(), await newVisitor(), await newVisitor()];
  const link = await host(ada, server.url, { seats: 3 });
  for (const page of [ben, eve]) await page.goto(link);
  // The second player sees an older state of the table than the first.
  await eve.locator('.seats').waitFor();
  await eve.context().setOffline(false);
  const lateButton = eve.getByRole('button', { name: 'Sit down' }).first();
  await ben.getByRole('textbox', { name: 'Your name' }).fill('Ben');
  await eve.route('**/seats/B', async (route) => {
    await ben.getByRole('button', { name: 'Sit down' }).first().click();
    await ben.locator('.seats li.mine').waitFor();
    await route.continue();
  });
  await lateButton.click();
  await alert(eve).filter({ hasText: 'Another player has just taken this seat' }).waitFor();
});

/** Returns the buttons in the top bar that the message about the connection covers. */
function coveredButtons(page: Page): Promise<string[]> {
  return page.locator('.lost').evaluate((message) => {
    const { left, right } = message.getBoundingClientRect();
    const isCovered = (button: Element): boolean => {
      const box = button.getBoundingClientRect();
      return box.width > 0 && box.left < right && left < box.right;
    };
    return [...document.querySelectorAll('.topbar button')].filter(isCovered).map((button) => button.outerHTML.slice(0, 60));
  });
}

/** Returns the buttons and planets of the table that the message about the connection covers. */
function coveredParts(page: Page): Promise<string[]> {
  return page.locator('.lost').evaluate((message) => {
    const { left, right, top, bottom } = message.getBoundingClientRect();
    const isCovered = (part: Element): boolean => {
      const box = part.getBoundingClientRect();
      return box.width > 0 && box.left < right && left < box.right && box.top < bottom && top < box.bottom;
    };
    return [...document.querySelectorAll('main button, .card, .world-row')].filter(isCovered).map((part) => part.outerHTML.slice(0, 60));
  });
}

test('every page reports an unreachable server and recovers automatically', async () => {
  const ada = await newVisitor();
  const link = await host(ada, server.url, { bots: 1 });
  await begin(ada);
  await untilOffline(ada);
  await server.kill();
  await sees(ada, '.lost', 'Connection lost');
  for (const screen of SCREENS) {
    await resizeTo(ada, screen, `main.${layoutOf(screen.width, screen.height)}`);
    expect(await coveredButtons(ada), screen.name).toEqual([]);
    expect(await coveredParts(ada), screen.name).toEqual([]);
  }
  await ada.goto(`${server.url}#/new/friends`);
  await sees(ada, '.problem', 'Cannot reach the server');
  expect(await ada.getByRole('button', { name: 'Create table' }).isDisabled()).toBe(true);
  await server.startAgain();
  await ada.getByRole('list', { name: 'Your tables' }).getByRole('link', { name: 'Open' }).waitFor();
  await ada.locator('.problem').waitFor({ state: 'detached' });
  await ada.goto(link);
  await table(ada).waitFor();
});

test('a page without a server explains that online play is unavailable', async () => {
  const plain = await serve('dist');
  const ada = await newVisitor();
  await ada.goto(`${plain.url}#/new/friends`);
  await sees(ada, '.problem', 'This site has no game server');
  await plain.stop();
});
