/** A game server, a browser and people for the tests of a file. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { chooseShip, GLOWING } from '../driver';
import { begin, chooseMissions, host, join, table, type NewTable } from '../online';
import { launch, visitor, type DEVICES } from './browser';
import { GameServer } from './orrery';

/** A whole game takes as long as the machine needs; only one that stands still fails, by its waits. */
export const WHOLE_GAME = 900_000;

/** What a file of tests has. */
export interface Site {
  server: () => GameServer;
  /** Somebody who has never been here. */
  somebody: (device?: keyof typeof DEVICES, locale?: string) => Promise<Page>;
  /** Two people at a table of their own, missions chosen. */
  two: (options?: NewTable) => Promise<{ ada: Page; ben: Page; link: string }>;
}

/** What pages complained about, but for the network, which some tests take away. */
const serious = (lines: string[]): string[] => lines.filter((line) => !/net::ERR|WebSocket connection|status of (401|404)/.test(line));

/** Starts server and browser before the tests of a file, and looks after each that no page complained. */
export function openSite(): Site {
  let server: GameServer;
  let browser: Browser;
  let complaints: string[][] = [];
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
    const said = serious(complaints.flat());
    complaints = [];
    expect(said).toEqual([]);
  });
  const somebody = async (device: keyof typeof DEVICES = 'desktop', locale = 'en-GB'): Promise<Page> => {
    const one = await visitor(browser, device, locale);
    complaints.push(one.complaints);
    return one.page;
  };
  const two = async (options: NewTable = {}): Promise<{ ada: Page; ben: Page; link: string }> => {
    const [ada, ben] = [await somebody(), await somebody()];
    const link = await host(ada, server.url, options);
    await join(ben, link, 'Ben');
    await begin(ada);
    await table(ben).waitFor();
    await chooseMissions(ada, ben);
    return { ada, ben, link };
  };
  return { server: () => server, somebody, two };
}

/** Uses the first die of the tray, as far as the click. */
export async function clickDie(page: Page): Promise<void> {
  await page.locator('[data-die="0"]').click();
  const glowing = page.locator(`${GLOWING}, .coach .chip`).first();
  await glowing.waitFor();
  await glowing.click({ force: true });
  await chooseShip(page);
}
