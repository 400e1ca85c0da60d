/** Measures the review of a game: its duration, and the longest task of the pages. */

import { writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { longGame } from '../long-game';
import { DEVICES } from '../harness/browser';
import { temporary } from '../harness/files';
import { best, repeat } from './rounds';
import type { Figure } from './sheet';

/** The measured games, by number of seats. */
const GAMES = { 'two seats': 'v3-rekeyed', 'five seats': 'v3-revised-5' } as const;

/** How long the marks of the game of a thousand turns are checked, in milliseconds; all of them would take minutes. */
const CHECKS = 10_000;

/** Timeout in milliseconds, long enough for a busy machine. */
const TIMEOUT = 300_000;

interface Times {
  first: number;
  settled: number;
  task: number;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** The CPU time of the task, in microseconds. */
  tdur?: number;
  args?: { name?: string };
}

/** Returns the longest task of the page in a trace, in milliseconds of CPU time, which does not depend on other load. */
function longestTask(trace: Buffer): number {
  const { traceEvents: events } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const of = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
  const isMain = (event: TraceEvent) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain';
  const main = new Set(events.filter(isMain).map(of));
  const tasks = events.filter((event) => event.name.endsWith('RunTask') && main.has(of(event)));
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

/** Visits the pages of a finished review. */
async function visitPages(page: Page): Promise<void> {
  await page.locator('.moments a').first().click();
  for (let i = 0; i < 5; i++) {
    await page.locator('.review-panel li.played, .review-panel .dice').first().waitFor();
    await page.locator('.review-panel .steps a').last().click();
  }
  await page.locator('.review-panel nav a').first().click();
  await page.locator('.rolls input').first().waitFor();
  await page.locator('.retry a').first().click();
  await page.locator('.review-panel .answers').waitFor();
}

/** Opens the review of a record and traces it; `visit` returns when the figures are complete. */
async function traced(browser: Browser, url: string, file: string, visit: (page: Page, start: number) => Promise<void>): Promise<number> {
  const context = await browser.newContext({ ...DEVICES.desktop, locale: 'en-GB' });
  context.setDefaultTimeout(TIMEOUT);
  const page = await context.newPage();
  await page.goto(`${url}#/games`);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.locator('.scrubber').waitFor();
  await page.goto(`${url}#/games`);
  await page.locator('.shelf a[href*="review"]').waitFor();
  await browser.startTracing(page, { categories: ['toplevel'] });
  const start = Date.now();
  await page.locator('.shelf a[href*="review"]').click();
  await page.locator('.seat-review').first().waitFor();
  await visit(page, start);
  const task = longestTask(await browser.stopTracing());
  await context.close();
  return task;
}

async function round(browser: Browser, url: string, game: string): Promise<Times> {
  let [first, settled] = [0, 0];
  const task = await traced(browser, url, `../data/records/${game}.orr`, async (page, start) => {
    first = Date.now() - start;
    await page.locator('.progress').waitFor({ state: 'detached' });
    settled = Date.now() - start;
    await visitPages(page);
  });
  return { first: first / 1000, settled: settled / 1000, task };
}

/** Measures the review of a game of a thousand turns. Its marks are checked for some seconds only. */
async function longRound(browser: Browser, url: string, file: string): Promise<Omit<Times, 'settled'>> {
  let first = 0;
  const task = await traced(browser, url, file, async (page, start) => {
    first = Date.now() - start;
    await page.waitForTimeout(CHECKS);
  });
  return { first: first / 1000, task };
}

async function longReviewed(browser: Browser, url: string): Promise<Figure[]> {
  const file = temporary('long.orr');
  writeFileSync(file, longGame(1000));
  const rounds = await repeat(() => longRound(browser, url, file));
  const values = (pick: (times: Omit<Times, 'settled'>) => number) => rounds.map((times) => ({ value: pick(times) }));
  return [
    best(
      { what: 'review: first pass, a thousand turns', unit: 's' },
      values(({ first }) => first),
    ),
    best(
      { what: 'review: longest task of its pages, CPU time, a thousand turns', unit: 'ms', limit: 50 },
      values(({ task }) => task),
    ),
  ];
}

async function reviewed(browser: Browser, url: string, name: keyof typeof GAMES): Promise<Figure[]> {
  const rounds = await repeat(() => round(browser, url, GAMES[name]));
  const of = (what: string, pick: (times: Times) => number, unit: string, limit: number): Figure =>
    best(
      { what: `${what}, ${name}`, unit, limit },
      rounds.map((times) => ({ value: pick(times) })),
    );
  return [
    of('review: first pass', ({ first }) => first, 's', name === 'two seats' ? 5 : 15),
    of('review: all marks settled', ({ settled }) => settled, 's', 30),
    of('review: longest task of its pages, CPU time', ({ task }) => task, 'ms', 50),
  ];
}

/** Measures the figures. */
export async function reviews(browser: Browser, url: string): Promise<Figure[]> {
  const names = Object.keys(GAMES) as (keyof typeof GAMES)[];
  const all: Figure[] = [];
  for (const name of names) all.push(...(await reviewed(browser, url, name)));
  return [...all, ...(await longReviewed(browser, url))];
}
