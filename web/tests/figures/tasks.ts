/** Measures the longest task of the page while bots think. */

import type { Browser, Page } from 'playwright-core';
import { DEVICES, newContext } from '../harness/browser';
import { point, startGame } from './player';
import { best, repeat, type Round } from './rounds';
import type { Figure } from './sheet';

/** How long to play, in milliseconds. */
const TIME = 15_000;

/** Measures the floor: the longest time that 10 ms of work take on this machine, in milliseconds. */
async function floor(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let [worst, length] = [0, 1_000];
    const work = (): number => {
      const start = performance.now();
      for (let i = 0; i < length; i++) Math.sqrt(Math.random());
      return performance.now() - start;
    };
    while (Math.min(work(), work(), work()) < 10) length *= 1.2;
    for (let i = 0; i < 100; i++) {
      worst = Math.max(worst, work());
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return worst;
  });
}

async function round(browser: Browser, url: string): Promise<Round> {
  const context = await newContext(browser, { ...DEVICES.desktop, locale: 'en-GB' });
  const page = await context.newPage();
  const measuredFloor = await floor(page);
  await startGame(page, url, 'three bots that think');
  await page.evaluate(() => {
    const tasks: number[] = ((window as { tasks?: number[] }).tasks = []);
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  });
  for (const end = Date.now() + TIME; Date.now() < end;) {
    await point(page);
    await page.waitForTimeout(250);
  }
  const tasks = await page.evaluate(() => (window as { tasks?: number[] }).tasks ?? []);
  await context.close();
  return { value: Math.max(0, ...tasks), floor: measuredFloor };
}

/** Measures the longest task. 0 means that no task took 50 ms, because the browser reports only longer ones. */
export async function longTasks(browser: Browser, url: string): Promise<Figure[]> {
  return [
    best({ what: 'longest task while bots think (floor: 10 ms of work)', unit: 'ms', limit: 50 }, await repeat(() => round(browser, url))),
  ];
}
