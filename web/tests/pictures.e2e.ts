import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answer, untilAsked } from './driver';
import { seriousProblems } from './harness/axe';
import { DEVICES, launch, visitor } from './harness/browser';
import { serve, type Host } from './harness/server';

/** Where the pictures of the pages go, to be looked at. */
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

/** Pages to look at, and what is there when they can be. */
const PAGES: Record<string, (page: Page) => Promise<unknown>> = {
  home: (page) => page.locator('a.mode').first().waitFor(),
  'new/solo': (page) => page.locator('.rogue-pick:enabled').first().waitFor(),
  rules: (page) => page.locator('.rulebook').waitFor(),
  'learn/3': (page) => page.locator('[data-die="0"]').waitFor(),
  table: sitDown,
};

/** A table of four, when it is the person's turn. */
async function sitDown(page: Page): Promise<void> {
  await page.goto(`${host.url}#/new/bots`);
  await page.locator('.start:enabled').click();
  await page.locator('main[data-version]').waitFor();
  for (;;) {
    const asked = await untilAsked(page);
    if (asked === 'turn') return;
    await answer(page, asked, 'end');
  }
}

const devices = Object.keys(DEVICES) as (keyof typeof DEVICES)[];
const looks = devices.flatMap((device) => ['en-GB', 'de-DE'].map((locale) => ({ device, locale })));

describe.each(looks)('on a $device in $locale', ({ device, locale }) => {
  test.each(Object.entries(PAGES))('%s is pictured, shows no serious problem, and fits', async (name, untilThere) => {
    const { page, context, complaints } = await visitor(browser, device, locale);
    await page.addInitScript(() => localStorage.setItem('orrery.choices', '{"rivals":"3"}'));
    await page.goto(name === 'home' ? host.url : `${host.url}#/${name}`);
    await untilThere(page);
    await page.screenshot({ path: `${PICTURES}/${name.replace('/', '-')}-${device}-${locale.slice(0, 2)}.png` });
    expect(await seriousProblems(page)).toEqual([]);
    const [wide, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(wide).toBeLessThanOrEqual(shown);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
