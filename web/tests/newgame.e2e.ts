/** Mixed tables, games of bots, the commands of a game, and the way from the tutorial to a first game. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilPrompt } from './driver';
import { launch, visitor } from './harness/browser';
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
    // One person needs no curtain.
    expect(await page.locator('.curtain').count()).toBe(0);
    await page.locator('.side', { hasText: 'Mira' }).filter({ hasText: 'Oracle' }).waitFor();
    expect(pageErrors).toEqual([]);
    await context.close();
  });

  test('lets bots play alone', async () => {
    const { page, context, pageErrors } = await visitor(browser);
    await page.goto(`${host.url}#/new/bots`);
    await page.getByRole('button', { name: '1', exact: true }).click();
    await page.getByRole('button', { name: 'Cadet' }).click();
    await seatBot(page, 0);
    await page.getByRole('button', { name: 'Watch' }).click();
    await untilTurns(page, 1);
    expect(pageErrors).toEqual([]);
    await context.close();
  });
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
    expect(pageErrors).toEqual([]);
    await context.close();
  });
});

/** Waits until an element is highlighted by the tutorial. */
async function spotlit(page: Page, where: string): Promise<void> {
  const style = () =>
    page
      .locator(where)
      .first()
      .evaluate((element) => getComputedStyle(element).outlineStyle);
  await expect.poll(style, { timeout: 60_000 }).toBe('dashed');
}

describe('the tutorial', () => {
  test('is offered first, states the goal, and reacts to a wrong action', async () => {
    const { page, context, pageErrors } = await visitor(browser);
    await page.goto(host.url);
    await page.locator('.go', { hasText: 'Learn in 5 minutes' }).click();
    await page.getByRole('heading', { name: 'Be the first to 21 points' }).waitFor();
    await page.getByRole('link', { name: 'Start the first lesson' }).click();
    await spotlit(page, '.die.move');
    await page.locator('.die.move').click();
    await page.locator('.disc.legal').first().click({ force: true });
    await page.getByText('not what this lesson is about').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await spotlit(page, '.die.move');
    await page.locator('.die.move').click();
    await page.locator('.node.start.legal').first().click({ force: true });
    await page.getByText('Well done.').waitFor();
    expect(pageErrors).toEqual([]);
    await context.close();
  });

  test('teaches colonies and the converter, and leads to a first game', async () => {
    const { page, context, pageErrors } = await visitor(browser);
    await page.goto(`${host.url}#/learn/9`);
    await spotlit(page, '.die.colony');
    await page.locator('.die.colony').click();
    await page.locator('.thumb.legal').first().click({ force: true });
    await page.getByText('Well done.').waitFor();
    await page.goto(`${host.url}#/learn/10`);
    await spotlit(page, '.btn.convert');
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.locator('.mission-pick').first().click();
    await untilPrompt(page);
    expect(await page.evaluate(() => localStorage.getItem('orrery.settings'))).toContain('beginner');
    await page.goto(host.url);
    await page.locator('.go', { hasText: 'Continue' }).waitFor();
    expect(await page.locator('.go', { hasText: 'Learn' }).count()).toBe(0);
    expect(pageErrors).toEqual([]);
    await context.close();
  });
});
