/** Measures the time until the home page is usable, the length of the turns of bots, and how fast they are skipped. */

import type { Browser, Page } from 'playwright-core';
import { DEVICES, newContext, visitor } from '../harness/browser';
import { point, startGame } from './player';
import { best, repeat, type Round } from './rounds';
import type { Figure } from './sheet';

/** The time for which a round watches bots, in milliseconds. */
const TIME = 40_000;
/** Maximum duration of a round that still has too few samples, in milliseconds. */
const MAX_TIME = 4 * TIME;
/** The number of samples that a round needs. */
const MIN_SAMPLES = 3;

/** Returns when a fresh visitor can use the home page, in milliseconds after the navigation. */
async function homeRound(browser: Browser, url: string): Promise<Round> {
  const { page, context } = await visitor(browser, 'phone');
  await page.goto(url);
  await page.locator('.home-page a').first().waitFor();
  // The page is usable after its first paint with content and the last long task.
  const { painted, end } = await page.evaluate(
    () =>
      new Promise<{ painted: boolean; end: number }>((resolve) => {
        let [painted, end] = [false, 0];
        const observer = new PerformanceObserver((list) => {
          for (const { name, startTime, duration } of list.getEntries()) {
            painted ||= name === 'first-contentful-paint';
            end = Math.max(end, startTime + duration);
          }
        });
        for (const type of ['paint', 'longtask']) observer.observe({ type, buffered: true });
        setTimeout(() => resolve({ painted, end }), 1_000);
      }),
  );
  await context.close();
  if (!painted) throw new Error('home page: the browser reported no paint');
  return { value: end };
}

/** Measures the home page. */
export async function home(browser: Browser, url: string): Promise<Figure[]> {
  return [best({ what: 'home page usable: painted, no long task', unit: 'ms', limit: 1_500 }, await repeat(() => homeRound(browser, url)))];
}

/** A turn of another player, and its length without the time in which the person was asked. */
interface Turn {
  seat: number;
  ms: number;
}

/** Records the turns of the table from now on. It runs in the page, so it uses nothing from this module. */
function recordTurns(): void {
  const turns: Turn[] = ((window as unknown as { turns: Turn[] }).turns = []);
  let [seat, last, ms, asked] = [-1, performance.now(), 0, false];
  const look = (): void => {
    const now = performance.now();
    if (!asked) ms += now - last;
    [last, asked] = [now, document.querySelector('.follow') !== null];
    const active = [...document.querySelectorAll('.order li')].findIndex((li) => li.matches('.now'));
    if (active === seat) return;
    if (seat >= 0) turns.push({ seat, ms });
    [seat, ms] = [active, 0];
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}

/** Plays until a round has enough samples and has lasted long enough; returns the samples. */
async function watch(page: Page, play: () => Promise<unknown>, samples: () => Promise<number[]>): Promise<number[]> {
  const start = Date.now();
  for (;;) {
    const [seen, elapsed] = [await samples(), Date.now() - start];
    if (elapsed > MAX_TIME || (elapsed > TIME && seen.length >= MIN_SAMPLES)) return seen;
    await play();
    await page.waitForTimeout(100);
  }
}

/** Declines a follow, with a standing order for the face if the page offers it; returns whether there was one. It runs in the page. */
function declineFollow(): boolean {
  const order = document.querySelectorAll<HTMLElement>('.follow .auto .chip')[1];
  const button = order ?? document.querySelector<HTMLElement>('.follow .go .btn:nth-child(2)');
  button?.click();
  return Boolean(button);
}

/** Plays for a round without following, and returns the samples that `select` finds in the recorded turns. */
async function watchTurns(page: Page, select: (turns: Turn[]) => number[]): Promise<number[]> {
  await page.evaluate(recordTurns);
  return watch(
    page,
    async () => (await page.evaluate(declineFollow)) || point(page),
    async () => select(await page.evaluate(() => (window as unknown as { turns: Turn[] }).turns)),
  );
}

/** Opens a table with three quick bots. */
async function openTable(browser: Browser, url: string, motion: 'normal' | 'fast'): Promise<Page> {
  const context = await newContext(browser, { ...DEVICES.desktop, locale: 'en-GB' });
  const page = await context.newPage();
  await context.addInitScript(
    (value) => localStorage.setItem('orrery.settings', value),
    JSON.stringify({ language: 'en', motion, follow: 'fast' }),
  );
  await startGame(page, url, 'three quick bots');
  return page;
}

/** Returns the longest of some times, in seconds. */
function longest(times: number[], what: string): Round {
  if (times.length < MIN_SAMPLES) throw new Error(`${what}: only ${times.length} were seen`);
  return { value: Math.max(...times) / 1000 };
}

/** Measures the longest turn of a bot. */
async function turnRound(browser: Browser, url: string): Promise<Round> {
  const page = await openTable(browser, url, 'normal');
  const times = await watchTurns(page, (turns) => turns.filter(({ seat }) => seat > 0).map(({ ms }) => ms));
  await page.context().close();
  return longest(times, 'turns of bots');
}

/** Measures the longest turns of three bots together. */
async function tableRound(browser: Browser, url: string): Promise<Round> {
  const page = await openTable(browser, url, 'fast');
  const times = await watchTurns(page, (turns) =>
    turns.flatMap(({ seat }, i) => {
      const three = turns.slice(i, i + 3);
      return seat === 1 && three.length === 3 ? [three.reduce((sum, { ms }) => sum + ms, 0)] : [];
    }),
  );
  await page.context().close();
  return longest(times, 'rounds of three bots');
}

/** Skips to the viewer's next prompt; returns the time in milliseconds, or null if there is nothing to skip. It runs in the page. */
function skip(): Promise<number> | null {
  const button = document.querySelector<HTMLElement>('.watch .btn:nth-child(3):not([aria-disabled=true])');
  if (!button) return null;
  return new Promise((resolve) => {
    const start = performance.now();
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.follow, .choices, .mission-pick, .end-page, .btn.end:not([aria-disabled=true])')) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - start));
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    button.click();
  });
}

/** Measures the longest time from a skip of the bots' turns to the viewer's next prompt. */
async function skipRound(browser: Browser, url: string): Promise<Round> {
  const page = await openTable(browser, url, 'normal');
  const times: number[] = [];
  const play = async (): Promise<void> => {
    const ms = await page.evaluate(skip);
    if (ms === null) await point(page);
    else times.push(ms);
  };
  await watch(page, play, () => Promise.resolve(times));
  await page.context().close();
  return longest(times, 'skipped turns');
}

/** Measures the turns of bots with four players. */
export async function turns(browser: Browser, url: string): Promise<Figure[]> {
  return [
    best({ what: 'longest turn of a bot, 4 players, normal speed', unit: 's', limit: 6 }, await repeat(() => turnRound(browser, url))),
    best({ what: 'longest turns of three bots together, fast speed', unit: 's', limit: 5 }, await repeat(() => tableRound(browser, url))),
    best({ what: 'skip the bots’ turns: longest wait for a prompt', unit: 's', limit: 1 }, await repeat(() => skipRound(browser, url))),
  ];
}
