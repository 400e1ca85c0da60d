/** Tests that pages fit every screen, in both languages, with long names. */

import { readFileSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch, visitor } from './harness/browser';
import { temporary } from './harness/files';
import { resizeTo, SCREENS } from './harness/screens';
import { serve, type Host } from './harness/server';

const SIZES = SCREENS.map(({ width, height }) => [width, height] as const);
const NAMES = ['Maximiliane von Hohenlohe-Lang', 'Bartholomäus Schmidt-Rottluff', 'Constantin-Alexander von Orani'];

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

/** Returns a finished game whose players have names of 30 characters. */
function longNames(): string {
  const names = NAMES.map((name, i) => `name ${'ABC'[i] ?? ''} "${name}"\n`).join('');
  const record = readFileSync('../data/records/v1-classic-3.orr', 'utf8').replace(/name A .*\n/, names);
  const file = temporary('long.orr');
  writeFileSync(file, record);
  return file;
}

/** Returns the elements that reach beyond the left or right edge. */
function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found = document.documentElement.scrollWidth > width ? ['the page'] : [];
    for (const element of document.querySelectorAll<HTMLElement>(
      'main :is(h1, h2, p, b, small, a, button, label, li, td, input, select)',
    )) {
      const { left, right, height } = element.getBoundingClientRect();
      if (!height || getComputedStyle(element).visibility === 'hidden') continue;
      if (right > width + 1 || left < -1) found.push(`${element.tagName}.${element.className} ${element.textContent.slice(0, 40)}`);
    }
    return found;
  });
}

/** Opens the final scores of a record. */
async function openScores(page: Page): Promise<void> {
  await page.goto(`${host.url}#/games`);
  await page.locator('input[type=file]').setInputFiles(longNames());
  await page.locator('.scrubber button:has(use[href="#crown"])').click();
  await page.locator('.end-page svg[role=img]').waitFor();
}

describe.each(['en-GB', 'de-DE'])('in %s', (locale) => {
  test('pages fit every screen', async () => {
    const { page, context } = await visitor(browser, 'desktop', locale);
    await openScores(page);
    for (const path of ['', 'new/solo', 'new/bots', 'new/hotseat', 'games', 'rules', 'gallery', 'learn']) {
      await page.goto(`${host.url}#/${path}`);
      await page.locator('main').first().waitFor();
      if (path === 'games') await page.locator('.shelf li').first().waitFor();
      if (path === 'gallery') await page.locator('.cards > li').first().waitFor();
      for (const [width, height] of SIZES) {
        await resizeTo(page, { width, height });
        expect(await misfits(page), `${path} at ${width} × ${height}`).toEqual([]);
      }
    }
    await context.close();
  });

  test('the home page of a newcomer fits phones', async () => {
    const { page, context } = await visitor(browser, 'phone', locale);
    await page.goto(host.url);
    await page.locator('.home-page a.go').waitFor();
    for (const { name, width, height } of SCREENS.filter((screen) => screen.touch)) {
      await resizeTo(page, { width, height });
      expect(await misfits(page), name).toEqual([]);
    }
    await context.close();
  });

  test('the final scores fit every screen, and the next buttons are in view', async () => {
    const { page, context } = await visitor(browser, 'phone', locale);
    await openScores(page);
    for (const [width, height] of SIZES) {
      const size = `${width} × ${height}`;
      await resizeTo(page, { width, height });
      expect(await misfits(page), size).toEqual([]);
      const next = await page.locator('.next .btn').last().boundingBox();
      expect((next?.y ?? height) + (next?.height ?? 0), size).toBeLessThanOrEqual(height);
      expect(next?.height, size).toBeGreaterThanOrEqual(44);
      const chart = await page
        .locator('.chart svg')
        .first()
        .evaluate((svg) => {
          const scale = svg.getBoundingClientRect().width / Number(svg.getAttribute('width'));
          return scale * parseFloat(getComputedStyle(svg.querySelector('text') ?? svg).fontSize);
        });
      expect(chart, size).toBeGreaterThanOrEqual(12);
    }
    await context.close();
  });
});
