/** What a first visit has to load before the page is usable. */

import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';

/** JavaScript and CSS, compressed, up to the moment when the page has loaded. */
export async function firstLoad(browser: Browser, url: string): Promise<{ bytes: number; files: string[] }> {
  // Without the service worker, which keeps the rest of the build for later.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const parts: Promise<[string, number]>[] = [];
  page.on('response', (response) => {
    const address = new URL(response.url());
    if (!/\.(js|css)$/.test(address.pathname)) return;
    parts.push(response.body().then((body) => [address.pathname, gzipSync(body, { level: 9 }).length]));
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.locator('main').waitFor();
  const weights = await Promise.all(parts);
  await context.close();
  const bytes = weights.reduce((sum, [, size]) => sum + size, 0);
  return { bytes, files: weights.map(([name, size]) => `${name}: ${size}`) };
}
