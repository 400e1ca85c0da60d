import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layoutOf } from '../src/lib/table/layout';
import { launch } from './harness/browser';
import { overflows, smallTargets } from './harness/overflow';
import { LOCALES, SCREENS, screenVisitor, TEXT_SIZES, type Screen } from './harness/screens';
import { serve, type Host } from './harness/server';
import { openPosition, POSITIONS } from './positions';

let host: Host;
let browser: Browser;

beforeAll(async () => {
  host = await serve('dist');
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await host?.stop();
});

/** Resizes the window, and waits for the layout that belongs to it. */
async function resize(page: Page, { width, height }: Screen): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(
    ({ width, height, layout }) => innerWidth === width && innerHeight === height && document.querySelector(`main.${layout}`) !== null,
    { width, height, layout: layoutOf(width, height) },
  );
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Checks the open page at every text size. */
async function check(page: Page, where: string, isTouch: boolean): Promise<string[]> {
  const found: string[] = [];
  for (const size of TEXT_SIZES) {
    await page.evaluate((text) => {
      document.documentElement.dataset['text'] = text;
    }, size);
    const lines = [...(await overflows(page)), ...(isTouch ? await smallTargets(page) : [])];
    found.push(...lines.map((line) => `${where}, ${size}: ${line}`));
  }
  return found;
}

const cases = [true, false].flatMap((touch) => (Object.keys(LOCALES) as (keyof typeof LOCALES)[]).map((language) => ({ touch, language })));

describe.each(cases)('touch $touch, $language', ({ touch, language }) => {
  const screens = SCREENS.filter((screen) => screen.touch === touch);

  test.each(POSITIONS)('no text overflows: $name', async (position) => {
    const [first] = screens;
    if (!first) throw new Error('no screens');
    const { page, context, complaints } = await screenVisitor(browser, first, language);
    await openPosition(page, host.url, position);
    const found: string[] = [];
    for (const screen of screens) {
      await resize(page, screen);
      found.push(...(await check(page, screen.name, touch)));
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
