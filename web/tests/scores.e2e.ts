/** Tests of the final scores on every screen, in both languages, with long names. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch, visitor } from './harness/browser';
import { resizeTo, SCREENS } from './harness/screens';
import { serve, type Host } from './harness/server';
import { openScores } from './scenes';

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

describe.each(['en-GB', 'de-DE'])('in %s', (locale) => {
  test('the buttons for the next actions are in view, and the texts of charts are readable', async () => {
    const { page, context } = await visitor(browser, 'phone', locale);
    await openScores(page, host.url);
    for (const { name: size, width, height } of SCREENS) {
      await resizeTo(page, { width, height });
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
