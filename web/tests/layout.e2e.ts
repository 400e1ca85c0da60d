import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layoutOf } from '../src/lib/table/layout';
import { launch } from './harness/browser';
import { overflows, smallTargets } from './harness/overflow';
import { LOCALES, resizeTo, SCREENS, screenVisitor, TEXT_SIZES } from './harness/screens';
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
    const { page, context, pageErrors } = await screenVisitor(browser, first, language);
    await openPosition(page, host.url, position);
    const found: string[] = [];
    for (const screen of screens) {
      await resizeTo(page, screen, `main.${layoutOf(screen.width, screen.height)}`);
      found.push(...(await check(page, screen.name, touch)));
    }
    expect(found).toEqual([]);
    expect(pageErrors).toEqual([]);
    await context.close();
  });
});
