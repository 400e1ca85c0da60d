import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answer, untilPrompt } from './driver';
import { expectNoProblems } from './harness/axe';
import { DEVICES, launch, visitor, type Visitor } from './harness/browser';
import { serve, type Host } from './harness/server';

/** The folder for screenshots of the pages, for review. */
const PICTURES = '../target/pictures';

let host: Host;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  host = await serve('dist');
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await host?.stop();
});

/** All pages, and an element that shows when each is ready. */
const PAGES: Record<string, string> = {
  home: '.home-page a.mode',
  'new/solo': '.rogue-pick:enabled',
  'new/bots': '.start:enabled',
  'new/hotseat': '.start:enabled',
  games: '.page',
  rules: '.rulebook',
  'rules/R7.1': '.lit-rule',
  'learn/1': '[data-die="0"]',
  'learn/3': '[data-die="0"]',
  'learn/7': '.follow',
};

/** Takes a screenshot of a page, then checks it with everything unfolded. */
async function checkPage(page: Page, name: string, suffix: string): Promise<void> {
  await page.screenshot({ path: `${PICTURES}/${name.replace('/', '-')}-${suffix}.png` });
  await page.evaluate(() => document.querySelectorAll('details').forEach((fold) => (fold.open = true)));
  await expectNoProblems(page, name);
}

/** Opens a table of four, at the player's turn. */
async function sitDown(page: Page): Promise<void> {
  await page.goto(`${host.url}#/new/bots`);
  await page.locator('.start:enabled').click();
  await page.locator('main[data-version]').waitFor();
  for (;;) {
    const prompt = await untilPrompt(page);
    if (prompt === 'turn') return;
    await answer(page, prompt, 'end');
  }
}

const devices = Object.keys(DEVICES) as (keyof typeof DEVICES)[];
const cases = devices.flatMap((device) => ['en-GB', 'de-DE'].map((locale) => ({ device, locale })));

describe.each(cases)('on a $device in $locale', ({ device, locale }) => {
  const suffix = `${device}-${locale.slice(0, 2)}`;
  /** A visitor who navigates from page to page, as users do. */
  let reader: Visitor;
  beforeAll(async () => {
    reader = await visitor(browser, device, locale);
    await reader.page.addInitScript(() => localStorage.setItem('orrery.choices', '{"rivals":"3"}'));
  });
  afterAll(() => reader?.context.close());

  test.each(Object.entries(PAGES))('%s fits and has no serious problem', async (name, there) => {
    await reader.page.goto(name === 'home' ? host.url : `${host.url}#/${name}`);
    await reader.page.locator(there).first().waitFor();
    await checkPage(reader.page, name, suffix);
    expect(reader.pageErrors.splice(0)).toEqual([]);
  });

  test('the table fits and has no serious problem', async () => {
    await sitDown(reader.page);
    await checkPage(reader.page, 'table', suffix);
    expect(reader.pageErrors.splice(0)).toEqual([]);
  });
});
