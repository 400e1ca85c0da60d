/** The application as people use it: clicks, long tasks, frames. */

import type { Browser, Page } from 'playwright-core';
import { DEVICES, visitor } from '../harness/browser';
import { percentile, type Figure } from './sheet';

/** Whatever can be pointed at, the most telling first. */
const ANSWERS = [
  '.mission-pick',
  '.choices :is(.btn:not(.quiet), .die):enabled',
  '.follow .go .btn',
  'main.choosing :is(button[data-spot], [data-spot][tabindex="0"])',
  '.coach .chip',
  '[data-die="0"]',
  '.btn.end:enabled',
];

/** A table: against bots, or against the first Rogue. */
async function sitDown(page: Page, url: string, mode: 'solo' | 'bots'): Promise<void> {
  await page.goto(`${url}#/new/${mode}`);
  if (mode === 'bots') await page.locator('.setup fieldset').first().locator('button').nth(2).click();
  await page.locator('.rogue-pick:enabled, .start:enabled').first().click();
  await page.locator('main[data-version]').waitFor();
}

/** From now on the page notes how long each click took until the frame that shows its result. */
async function watchClicks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noted: number[] = ((globalThis as { noted?: number[] }).noted = []);
    let since: number | null = null;
    addEventListener('click', (event) => void (since = event.timeStamp), true);
    new MutationObserver(() => {
      const start = since;
      if (start === null) return;
      since = null;
      const { port1, port2 } = new MessageChannel();
      // The message arrives when the frame after the change has been drawn.
      port1.onmessage = () => void noted.push(performance.now() - start);
      requestAnimationFrame(() => port2.postMessage(null));
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

/** Points at the first thing that can be pointed at. */
async function pointSomewhere(page: Page): Promise<void> {
  for (const selector of ANSWERS) {
    const found = page.locator(selector).first();
    if ((await found.count()) === 0) continue;
    await found.click({ force: true, timeout: 2_000 }).catch(() => undefined);
    return;
  }
}

/** From a click to the frame that shows its result. */
export async function clicks(browser: Browser, url: string): Promise<Figure[]> {
  const { page, context } = await visitor(browser);
  await sitDown(page, url, 'solo');
  await watchClicks(page);
  for (let i = 0; i < 80; i++) {
    await pointSomewhere(page);
    await page.waitForTimeout(60);
  }
  const noted = await page.evaluate(() => (globalThis as { noted?: number[] }).noted ?? []);
  await context.close();
  if (noted.length < 40) throw new Error(`clicks: only ${noted.length} of 80 changed anything`);
  return [[`click to frame, 95 % of ${noted.length}`, percentile(noted, 95), 'ms', 50]];
}

/** The longest task while bots think and the table shows what they do. */
export async function longTasks(browser: Browser, url: string): Promise<Figure[]> {
  const { page, context } = await visitor(browser);
  await sitDown(page, url, 'bots');
  await page.evaluate(() => {
    const tasks: number[] = ((globalThis as { tasks?: number[] }).tasks = []);
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  });
  for (let i = 0; i < 40; i++) {
    await pointSomewhere(page);
    await page.waitForTimeout(250);
  }
  const tasks = await page.evaluate(() => (globalThis as { tasks?: number[] }).tasks ?? []);
  await context.close();
  return [['longest task at a table of four', Math.max(0, ...tasks), 'ms', 50]];
}

/** Frames a second while four play, with the processor made four times slower. */
export async function frames(browser: Browser, url: string): Promise<Figure[]> {
  const context = await browser.newContext(DEVICES.desktop);
  const page = await context.newPage();
  await sitDown(page, url, 'bots');
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const counting = page.evaluate(async () => {
    const gaps: number[] = [];
    let last = performance.now();
    const end = last + 12_000;
    while (last < end) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      gaps.push(now - last);
      last = now;
    }
    return gaps;
  });
  for (let i = 0; i < 12; i++) {
    await pointSomewhere(page);
    await page.waitForTimeout(500);
  }
  const gaps = await counting;
  await context.close();
  return [['frames a second, 4 players, processor 4× slower', 1000 / percentile(gaps, 50), '', 58, 'at-least']];
}
