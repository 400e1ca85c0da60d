import { readdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answer, enterByTab, tryByKeys, untilPrompt } from './driver';
import { expectNoProblems } from './harness/axe';
import { DEVICES, launch, untilOffline, visitor } from './harness/browser';
import { serve } from './harness/server';

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
});

/** Opens the puzzles from the home page, without a network connection. */
async function openPuzzles(page: Page): Promise<void> {
  const own = await serve('dist');
  await page.goto(own.url);
  await untilOffline(page);
  await own.stop();
  await page.locator('footer a[href="#/puzzles"]').click();
  await page.locator('.list li').first().waitFor();
}

const panel = (page: Page) => page.locator('.review-panel');
const streak = async (page: Page): Promise<number> =>
  Number(/\d+/.exec((await panel(page).locator('.head').innerText()).split(':').at(-1) ?? '')?.[0]);

/** Answers with the first choices until the puzzle rates the move. */
async function answerFirst(page: Page): Promise<void> {
  const judged = panel(page).locator('.wrong, .right');
  while ((await judged.count()) === 0) {
    const kind = await untilPrompt(page);
    // A complete move is compared but not played, so the table may stay as it is.
    await Promise.race([answer(page, kind, 'die').catch(() => undefined), judged.waitFor()]);
  }
}

describe.each(Object.keys(DEVICES) as (keyof typeof DEVICES)[])('on a %s', (device) => {
  test('puzzles are chosen by theme and difficulty, answered on the table and explained, offline', async () => {
    const { page, context, pageErrors } = await visitor(browser, device, device === 'phone' ? 'de-DE' : 'en-GB');
    await openPuzzles(page);
    await expectNoProblems(page, 'puzzles');
    const all = await page.locator('.list li').count();
    expect(all).toBe(readdirSync('../data/puzzles').length);
    const theme = page.locator('.chips').first().locator('.chip').first();
    await theme.click();
    expect(await theme.getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.list li').count()).toBeLessThan(all);
    await theme.click();

    expect(await page.locator('.page-acts .btn').nth(1).getAttribute('href')).toMatch(/^#\/puzzles\/./);
    // Do not use the puzzle of the day, which differs from day to day.
    await page.locator('.list li a').first().click();
    await untilPrompt(page);
    await expectNoProblems(page, 'puzzle');
    await answerFirst(page);
    if ((await panel(page).locator('.wrong').count()) > 0) await panel(page).locator('.answers button').last().click();
    await panel(page).locator('.reasons li').first().waitFor();
    await expectNoProblems(page, 'solution');
    const first = page.url();
    await panel(page).locator('.answers a.primary').click();
    await page.waitForFunction((was) => location.href !== was, first);
    await untilPrompt(page);

    // Showing the solution ends the streak, and the list says so.
    await panel(page).locator('.answers button').last().click();
    await panel(page).locator('li.best').waitFor();
    expect(await streak(page)).toBe(0);
    await panel(page).locator('.answers a').first().click();
    await page.locator('.state.failed').first().waitFor();
    expect(pageErrors).toEqual([]);
    await context.close();
  });
});

test('puzzles are answered by keys, and Tab reaches their buttons', async () => {
  const { page, context, pageErrors } = await visitor(browser);
  await openPuzzles(page);
  // The targets of a follow glow all the time, so Tab moves among them, too.
  for (const theme of ['Follow or pass', 'Rogue Galaxy']) {
    await page.locator('.chips').first().locator('.chip', { hasText: theme }).click();
    await page.locator('.list li a').first().click();
    if (theme === 'Follow or pass') {
      await panel(page).getByText('Follow or pass?').waitFor();
      expect(await panel(page).innerText()).not.toContain('Your turn');
    }
    await tryByKeys(page, panel(page).locator('.wrong, .right'));
    if ((await panel(page).locator('.wrong').count()) > 0) await enterByTab(page, '.review-panel .answers button:last-child');
    await panel(page).locator('li.best').waitFor();
    const solved = page.url();
    await enterByTab(page, '.review-panel .answers a.primary');
    await page.waitForFunction((was) => location.href !== was, solved);
    await untilPrompt(page);
    await enterByTab(page, '.review-panel .answers a:first-child');
    await page.locator('.list li').first().waitFor();
  }
  expect(pageErrors).toEqual([]);
  await context.close();
});
