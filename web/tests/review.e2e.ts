import { readFileSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longGame } from './long-game';
import { enterByTab, playByPointing, tryByKeys, untilPrompt } from './driver';
import { expectNoProblems } from './harness/axe';
import { DEVICES, launch, untilOffline, visitor, type Visitor } from './harness/browser';
import { temporary } from './harness/files';
import { resizeTo } from './harness/screens';
import { serve } from './harness/server';

/** Timeout of a test that analyses games, and of its waits, in milliseconds: an analysis takes long on a busy machine. */
const ANALYSIS = 900_000;

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
});

/** Opens a page that waits long enough for an analysis. */
async function reviewer(device: keyof typeof DEVICES, locale: string): Promise<Visitor> {
  const opened = await visitor(browser, device, locale);
  opened.context.setDefaultTimeout(ANALYSIS);
  return opened;
}

const SHORT = '../data/records/v1-r2-free-follow-missed.orr';

/** Imports a short game and opens its review from the list of games, without a network connection. */
async function openReview(page: Page, file = SHORT): Promise<void> {
  const own = await serve('dist');
  await page.goto(`${own.url}#/games`);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.locator('.scrubber').waitFor();
  await page.goto(`${own.url}#/games`);
  await untilOffline(page);
  await own.stop();
  await page.locator('.shelf a[href*="review"]').click();
  await page.locator('.seat-review').first().waitFor();
}

/** Returns the numbers in the account of a seat. */
function account(page: Page, place: number): Promise<number[]> {
  const numbers = page.locator('.seat-review').nth(place).locator('tr > :last-child');
  return numbers.evaluateAll((cells) => cells.map((cell) => Number(cell.textContent.replace('−', '-').replace(/[+±%\s]/g, ''))));
}

describe.each(Object.keys(DEVICES) as (keyof typeof DEVICES)[])('on a %s', (device) => {
  test(
    'the review explains a game offline, shows its moments on the table, and lets players retry mistakes',
    async () => {
      const { page, context, pageErrors } = await reviewer(device, device === 'phone' ? 'de-DE' : 'en-GB');
      await openReview(page);
      for (const place of [0, 1]) {
        const parts = await account(page, place);
        const result = parts.pop();
        expect(parts.reduce((a, b) => a + b)).toBe(result);
      }
      await expectNoProblems(page, 'review');
      // Rollouts check every mark.
      await page.locator('.progress').waitFor({ state: 'detached' });
      const checked = page.locator('.moments', { hasText: /settled|(?<!wird )geprüft/ });
      await checked
        .or(page.locator('details', { hasText: /too close to call|zu knapp/ }))
        .first()
        .waitFor();

      const readout = page.locator('.readout');
      const atEnd = await readout.innerText();
      await page.locator('.graph input[type=range]').focus();
      await page.keyboard.press('Home');
      expect(await readout.innerText()).not.toBe(atEnd);

      await page
        .locator('.moments a', { hasText: /Blunder|Grober Fehler/ })
        .first()
        .click();
      await page.locator('.review-panel li.played').waitFor();
      await expectNoProblems(page, 'moment');
      const first = page.url();
      await page.locator('.review-panel nav a').last().click();
      await page.waitForFunction((was) => location.href !== was, first);
      await page.locator('.review-panel nav a').first().click();
      await page.locator('.seat-review').first().waitFor();

      // A roll map leads to its moment on the table.
      await page.locator('.rolls a').first().click();
      await page.locator('.review-panel .dice').waitFor();
      await page.locator('.review-panel nav a').first().click();

      await page.locator('.retry a').first().click();
      await untilPrompt(page);
      const panel = page.locator('.review-panel');
      const dice = await page.locator('.tray .die').count();
      if ((await untilPrompt(page)) === 'turn') {
        await endTurnOnce(page);
        // The move is compared, not played.
        await panel.locator('.wrong, .right').waitFor();
        expect(await page.locator('.tray .die').count()).toBe(dice);
      }
      await expectNoProblems(page, 'retry');
      // Skip the remaining mistakes; the result counts the solved ones.
      const skip = panel.locator('.answers button').last();
      while ((await panel.count()) > 0) await skip.click();
      await page.locator('.lead', { hasText: /\d+ (of|von) \d+/ }).waitFor();
      expect(pageErrors).toEqual([]);
      await context.close();
    },
    ANALYSIS,
  );
});

test(
  'mistakes are retried by keys',
  async () => {
    const { page, context, pageErrors } = await reviewer('desktop', 'en-GB');
    await openReview(page);
    await page.locator('.progress').waitFor({ state: 'detached' });
    await enterByTab(page, '.retry a');
    const panel = page.locator('.review-panel');
    await tryByKeys(page, panel.locator('.wrong, .right'));
    if ((await panel.locator('.wrong').count()) > 0) await enterByTab(page, '.review-panel .answers button:nth-last-child(2)');
    await panel.locator('ol').waitFor();
    await enterByTab(page, '.review-panel .answers .primary');
    while ((await panel.count()) > 0) await enterByTab(page, '.review-panel .answers button:last-child');
    await page.locator('.lead', { hasText: /\d+ of \d+/ }).waitFor();
    expect(pageErrors).toEqual([]);
    await context.close();
  },
  ANALYSIS,
);

/** Returns a copy of a record without the last step and the result, as after a resignation. */
function cutOff(file: string): string {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(0, -2);
  const cut = temporary('cut.orr');
  writeFileSync(cut, `${lines.join('\n')}\n`);
  return cut;
}

test(
  'a record without an outcome is reviewed up to its last step',
  async () => {
    const { page, context, pageErrors } = await reviewer('desktop', 'en-GB');
    await openReview(page, cutOff(SHORT));
    await page.locator('.reservation', { hasText: 'The game is not over' }).waitFor();
    expect(await page.locator('.seat-review').count()).toBe(2);
    await page.locator('.page-acts a[href*="replay"]').click();
    await page.locator('.scrubber a[href*="review"]').waitFor();
    expect(pageErrors).toEqual([]);
    await context.close();
  },
  ANALYSIS,
);

test(
  'the page of a game of a thousand turns has few elements, and its checks can be stopped and continued',
  async () => {
    const { page, context, pageErrors } = await reviewer('desktop', 'en-GB');
    const file = temporary('long.orr');
    writeFileSync(file, longGame(1000));
    await openReview(page, file);
    const checks = page.getByRole('progressbar', { name: 'Checking the marks' });
    await expect.poll(async () => Number(await checks.getAttribute('value')), { timeout: ANALYSIS }).toBeGreaterThan(0);
    await page.locator('.progress button', { hasText: 'Stop' }).click();
    await page.locator('.progress button', { hasText: 'Check the rest' }).waitFor();
    await page.locator('.rolls input').first().waitFor();
    expect(await page.locator('.graph svg .mark').count()).toBe(300);
    expect(await page.locator('.moments li').count()).toBeLessThanOrEqual(12 + 60);
    expect(await page.locator('*').count()).toBeLessThan(4_000);
    await page.locator('.progress button').click();
    await page.locator('.progress button', { hasText: 'Stop' }).waitFor();
    // Moves that are too close to call move to a closed list below.
    await page.locator('.moments a:visible').last().click();
    await page.locator('.review-panel li.played, .review-panel .dice').first().waitFor();
    expect(pageErrors).toEqual([]);
    await context.close();
  },
  ANALYSIS,
);

test(
  'a branch is reviewed next to its game',
  async () => {
    const { page, context, pageErrors } = await reviewer('desktop', 'en-GB');
    await openReview(page);
    // Moves that are too close to call move to a closed list below.
    await page.locator('.moments a:visible').last().click();
    await page.getByRole('button', { name: 'Play from here' }).click();
    await playByPointing(page);
    await page.locator('.end-page a[href*="review"]').click();
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.locator('.sides .seat-review').nth(3).waitFor();
    for (const place of [0, 1, 2, 3]) {
      const parts = await account(page, place);
      const result = parts.pop();
      expect(parts.reduce((a, b) => a + b)).toBe(result);
    }
    // Both start from the same moment, with the same chances.
    const [start] = await page.locator('tbody tr:first-child td').allInnerTexts();
    expect(await page.locator('tbody tr:first-child td').nth(1).innerText()).toBe(start);
    await expectNoProblems(page, 'comparison');
    await resizeTo(page, { width: 390, height: 844 });
    await expectNoProblems(page, 'comparison on a phone');
    expect(pageErrors).toEqual([]);
    await context.close();
  },
  ANALYSIS,
);

/** Ends the turn, and confirms if dice are left; the position stays. */
async function endTurnOnce(page: Page): Promise<void> {
  await page.locator('.btn.end, .acts > :last-child').first().click();
  const again = page.locator('.coach .end-anyway');
  const answered = page.locator('.review-panel :is(.wrong, .right)');
  await again.or(answered).first().waitFor();
  if ((await again.count()) > 0) await again.click();
}
