/** Measures the review of a game: its duration, and the longest task of the pages. */

import type { Browser, Page } from 'playwright-core';
import { DEVICES } from '../harness/browser';
import { best, repeat } from './rounds';
import type { Figure } from './sheet';

/** The measured games, by number of seats. */
const GAMES = { 'two seats': 'v3-rekeyed', 'five seats': 'v3-revised-5' } as const;

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

async function round(browser: Browser, url: string, game: string): Promise<Times> {
  const context = await browser.newContext({ ...DEVICES.desktop, locale: 'en-GB' });
  context.setDefaultTimeout(TIMEOUT);
  const page = await context.newPage();
  await page.goto(`${url}#/games`);
  await page.locator('input[type=file]').setInputFiles(`../data/records/${game}.orr`);
  await page.locator('.scrubber').waitFor();
  await page.goto(`${url}#/games`);
  await page.locator('.shelf a[href*="review"]').waitFor();
  await browser.startTracing(page, { categories: ['toplevel'] });
  const start = Date.now();
  await page.locator('.shelf a[href*="review"]').click();
  await page.locator('.seat-review').first().waitFor();
  const first = Date.now();
  await page.locator('.progress').waitFor({ state: 'detached' });
  const settled = Date.now();
  await visitPages(page);
  const task = longestTask(await browser.stopTracing());
  await context.close();
  return { first: (first - start) / 1000, settled: (settled - start) / 1000, task };
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
  return all;
}
