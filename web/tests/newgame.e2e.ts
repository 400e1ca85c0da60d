/** Tests of tables with people and bots, games of bots only, and the commands of a game. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilPrompt } from './driver';
import { DEVICES, launch, newContext, visitor } from './harness/browser';
import { serve, type Host } from './harness/server';

let host: Host;
let browser: Browser;

beforeAll(async () => {
  host = await serve('dist');
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await host?.stop();
});

/** Gives a seat of a new game to a bot. */
async function seatBot(page: Page, place: number, level?: string): Promise<void> {
  const row = page.locator('.seat-row').nth(place);
  await row.getByRole('button', { name: 'Bot' }).click();
  if (level) await row.locator('select').selectOption(level);
}

async function startMixed(page: Page): Promise<void> {
  await page.goto(`${host.url}#/new/hotseat`);
  await page.locator('.seat-row input').first().fill('Ada');
  await seatBot(page, 1, 'oracle');
  await page.locator('.start:enabled').click();
  await untilPrompt(page);
}

/** Starts a game of two bots. */
async function watchBots(page: Page): Promise<void> {
  await page.goto(`${host.url}#/new/bots`);
  await page.getByRole('button', { name: '1', exact: true }).click();
  await page.getByRole('button', { name: 'Cadet' }).click();
  await seatBot(page, 0);
  await page.getByRole('button', { name: 'Watch' }).click();
}

/** The turns in the log of a table. */
const TURNS = '.log summary';

/** Waits until the log has this many turns, or until the game is over. */
async function untilTurns(page: Page, turns: number): Promise<void> {
  await page
    .locator(TURNS)
    .nth(turns - 1)
    .or(page.locator('.end-page'))
    .first()
    .waitFor();
}

describe('a new game', () => {
  test('seats people and bots with their own levels', async () => {
    const { page, context, pageErrors } = await visitor(browser);
    await startMixed(page);
    // A single person needs no curtain.
    expect(await page.locator('.curtain').count()).toBe(0);
    await page.locator('.side', { hasText: 'Mira' }).filter({ hasText: 'Oracle' }).waitFor();
    expect(pageErrors).toEqual([]);
    await context.close();
  });

  test('lets bots play alone', async () => {
    const { page, context, pageErrors } = await visitor(browser);
    await watchBots(page);
    await untilTurns(page, 1);
    expect(pageErrors).toEqual([]);
    await context.close();
  });

  test('stops bots that play alone while the person has paused them', async () => {
    const context = await newContext(browser, { ...DEVICES.desktop, locale: 'en-GB' });
    const page = await context.newPage();
    await watchBots(page);
    await page.getByRole('button', { name: 'Pause' }).click();
    // Meanwhile, bots without a limit would play many turns.
    const games = await context.newPage();
    await games.goto(`${host.url}#/games`);
    const turn = /Turn (\d+)/.exec(await games.locator('.shelf li').first().innerText())?.[1];
    expect(Number(turn)).toBeGreaterThan(0);
    expect(Number(turn)).toBeLessThan(6);
    await context.close();
  });
});

/** Opens the form for a game of Ada and Ben on one device, with its options expanded. */
async function openHotseat(page: Page): Promise<void> {
  await page.goto(`${host.url}#/new/hotseat`);
  for (const [i, name] of ['Ada', 'Ben'].entries()) await page.locator('.seat-row input').nth(i).fill(name);
  await page.locator('details.more summary').click();
  await page.getByRole('button', { name: 'Youngest' }).click();
}

test('the youngest person starts, is marked on a phone, and is remembered', async () => {
  const { page, context, pageErrors } = await visitor(browser, 'phone');
  await openHotseat(page);
  const youngest = page.getByRole('group', { name: 'Who is the youngest?' });
  await youngest.getByRole('button', { name: 'Ada', pressed: true }).waitFor();
  await youngest.getByRole('button', { name: 'Ben' }).click();
  // The prototype has no missions, so the first turn starts at once.
  await page.locator('.edition', { hasText: 'Prototype' }).click();
  await page.locator('.start:enabled').click();
  await page.locator('.curtain', { hasText: 'Ben' }).locator('button').click();
  await untilPrompt(page);
  await page.locator('.self .starter').waitFor();
  expect(await page.locator('.mtop .starter').count()).toBe(0);
  await openHotseat(page);
  await youngest.getByRole('button', { name: 'Ben', pressed: true }).waitFor();
  expect(pageErrors).toEqual([]);
  await context.close();
});

test('a rival who starts is marked on a phone', async () => {
  const { page, context } = await visitor(browser, 'phone');
  await page.goto(`${host.url}#/new/bots`);
  await page.locator('details.more summary').click();
  expect(await page.getByRole('button', { name: 'Youngest' }).count(), 'bots have no age').toBe(0);
  await page.getByRole('button', { name: 'Mira', exact: true }).click();
  await page.locator('.start:enabled').click();
  await page.locator('.mtop li', { hasText: 'Mira' }).locator('.starter').waitFor();
  expect(await page.locator('.self .starter').count()).toBe(0);
  await context.close();
});

describe('the menu of a table', () => {
  const choose = async (page: Page, name: string, sure: string) => {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByText('planets left in the deck').waitFor();
    await page.getByRole('button', { name }).click();
    await page.getByRole('button', { name: sure }).click();
  };

  test('restarts, abandons and resigns a game', async () => {
    const { page, context, pageErrors } = await visitor(browser);
    await startMixed(page);
    const first = page.url();
    await choose(page, 'Restart', 'Start a new game');
    await page.waitForURL((url) => url.href !== first);
    await untilPrompt(page);
    await choose(page, 'Abandon', 'Delete this game');
    await page.locator('.home-page').waitFor();
    await page.goto(`${host.url}#/games`);
    await page.locator('.shelf li').first().waitFor();
    expect(await page.locator('.shelf li').count()).toBe(1);
    await page.goto(first);
    await untilPrompt(page);
    const turns = await page.locator(TURNS).count();
    await choose(page, 'Resign', 'Let a bot play for me');
    // The bots continue without asking, and soon finish the game.
    await untilTurns(page, turns + 1);
    await page.locator('.end-page .row', { hasText: 'Ada' }).getByText('resigned; a bot played on').waitFor();
    expect(pageErrors).toEqual([]);
    await context.close();
  });
});
