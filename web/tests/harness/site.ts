/** A game server, a browser and players, shared by the tests of a file. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { chooseShip, GLOWING } from '../driver';
import { begin, chooseMissions, host, join, table, type NewTable } from '../online';
import { launch, visitor, type DEVICES } from './browser';
import { GameServer } from './orrery';

/** Timeout of a whole game in milliseconds. A game that hangs fails earlier, at one of its waits. */
export const WHOLE_GAME = 900_000;

/** The fixtures of a test file. */
export interface Site {
  server: () => GameServer;
  /** Opens a page in a new browser profile. */
  newVisitor: (device?: keyof typeof DEVICES, locale?: string) => Promise<Page>;
  /** Opens a new table with two players, who have chosen their missions. */
  twoPlayers: (options?: NewTable) => Promise<{ ada: Page; ben: Page; link: string }>;
}

/** Returns the logged errors, except network errors, which some tests cause intentionally. */
const serious = (lines: string[]): string[] => lines.filter((line) => !/net::ERR|WebSocket connection|status of (401|404)/.test(line));

/** Starts a server and a browser before the tests of a file, and checks after each test that no page has logged an error. */
export function openSite(): Site {
  let server: GameServer;
  let browser: Browser;
  let pageErrors: string[][] = [];
  beforeAll(async () => {
    server = await GameServer.open();
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    const seriousErrors = serious(pageErrors.flat());
    pageErrors = [];
    expect(seriousErrors).toEqual([]);
  });
  const newVisitor = async (device: keyof typeof DEVICES = 'desktop', locale = 'en-GB'): Promise<Page> => {
    const one = await visitor(browser, device, locale);
    pageErrors.push(one.pageErrors);
    return one.page;
  };
  const twoPlayers = async (options: NewTable = {}): Promise<{ ada: Page; ben: Page; link: string }> => {
    const [ada, ben] = [await newVisitor(), await newVisitor()];
    const link = await host(ada, server.url, options);
    await join(ben, link, 'Ben');
    await begin(ada);
    await table(ben).waitFor();
    await chooseMissions(ada, ben);
    return { ada, ben, link };
  };
  return { server: () => server, newVisitor, twoPlayers };
}

/** Clicks the first die of the tray, and its first target. */
export async function clickDie(page: Page): Promise<void> {
  await page.locator('[data-die="0"]').click();
  const glowing = page.locator(`${GLOWING}, .coach .chip`).first();
  await glowing.waitFor();
  await glowing.click({ force: true });
  await chooseShip(page);
}
