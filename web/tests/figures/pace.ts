/** Measures the time until the home page is usable, and the length of the turns of bots. */

import type { Browser, Page } from 'playwright-core';
import { DEVICES, newContext, visitor } from '../harness/browser';
import { point, sitDown } from './hand';
import { best, repeat, type Round } from './rounds';
import type { Figure } from './sheet';

/** The time for which bots are watched, in milliseconds. */
const TIME = 60_000;

/** Returns when a fresh visitor can use the home page, in milliseconds after the navigation. */
async function homeRound(browser: Browser, url: string): Promise<Round> {
  const { page, context } = await visitor(browser, 'phone');
  await page.goto(url);
  await page.locator('.home-page a').first().waitFor();
  // The page is usable after its first paint with content and the last long task.
  const value = await page.evaluate(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return new Promise<number>((resolve) => {
      let end = paint;
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) end = Math.max(end, startTime + duration);
      }).observe({ type: 'longtask', buffered: true });
      setTimeout(() => resolve(end), 1_000);
    });
  });
  await context.close();
  return { value };
}

/** Measures the home page. */
export async function home(browser: Browser, url: string): Promise<Figure[]> {
  return [best({ what: 'home page usable: painted, no long task', unit: 'ms', limit: 1_500 }, await repeat(() => homeRound(browser, url)))];
}

/** A turn of another player: its length, and whether the person was asked during it. */
interface Turn {
  seat: number;
  ms: number;
  asked: boolean;
}

/** Records the turns of the table from now on. It runs in the page, so it uses nothing from this module. */
function noteTurns(): void {
  const turns: Turn[] = ((window as unknown as { turns: Turn[] }).turns = []);
  let [seat, since, asked] = [-1, performance.now(), false];
  const look = (): void => {
    asked ||= document.querySelector('.follow') !== null;
    const now = [...document.querySelectorAll('.order li')].findIndex((li) => li.matches('.now'));
    if (now === seat) return;
    if (seat >= 0) turns.push({ seat, ms: performance.now() - since, asked });
    [seat, since, asked] = [now, performance.now(), false];
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}

async function turnsOf(page: Page): Promise<Turn[]> {
  await page.evaluate(noteTurns);
  for (const end = Date.now() + TIME; Date.now() < end;) {
    await point(page);
    await page.waitForTimeout(100);
  }
  return page.evaluate(() => (window as unknown as { turns: Turn[] }).turns);
}

/** Returns the longest turn of a bot, and the longest round of three bots, in milliseconds. */
async function turnsRound(browser: Browser, url: string, motion: 'normal' | 'fast'): Promise<{ turn: number; round: number }> {
  const context = await newContext(browser, { ...DEVICES.desktop, locale: 'en-GB' });
  const page = await context.newPage();
  await context.addInitScript(
    (value) => localStorage.setItem('orrery.settings', value),
    JSON.stringify({ language: 'en', motion, follow: 'fast' }),
  );
  await sitDown(page, url, 'three quick bots');
  const turns = await turnsOf(page);
  await context.close();
  const free = turns.filter(({ seat, asked }) => seat > 0 && !asked);
  if (free.length < 3) throw new Error(`turns: only ${free.length} turns of bots were seen`);
  const rounds = turns.flatMap(({ seat }, i) => {
    const three = turns.slice(i, i + 3);
    return seat === 1 && three.length === 3 && three.every(({ asked }) => !asked) ? [three.reduce((sum, { ms }) => sum + ms, 0)] : [];
  });
  return { turn: Math.max(...free.map(({ ms }) => ms)), round: Math.max(0, ...rounds) };
}

/** Measures the turns of bots with four players. Turns in which the person was asked do not count. */
export async function turns(browser: Browser, url: string): Promise<Figure[]> {
  const [normal, fast] = [await turnsRound(browser, url, 'normal'), await turnsRound(browser, url, 'fast')];
  return [
    { what: 'longest turn of a bot, 4 players, normal speed', value: normal.turn / 1000, unit: 's', limit: 6 },
    { what: 'longest turns of three bots together, fast speed', value: fast.round / 1000, unit: 's', limit: 5 },
  ];
}
