/** Measures the files that a first visit loads before the page is usable. */

import { gzipSync } from 'node:zlib';
import type { Browser, Response } from 'playwright-core';
import { newContext } from './browser';

const pathOf = (response: Response): string => new URL(response.url()).pathname;

/** Returns the path of a loaded file and its compressed size. */
async function weigh(response: Response): Promise<[string, number]> {
  return [pathOf(response), gzipSync(await response.body(), { level: 9 }).length];
}

/** Returns the compressed size of the JavaScript and CSS that load up to the load event. */
export async function firstLoad(browser: Browser, url: string): Promise<{ bytes: number; files: string[] }> {
  // Block the service worker, which would load the rest of the build.
  const context = await newContext(browser, { serviceWorkers: 'block' });
  const page = await context.newPage();
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(url, { waitUntil: 'load' });
  await page.locator('main').waitFor();
  // Do not count files that load later.
  const weights = await Promise.all(responses.filter((it) => /\.(js|css)$/.test(pathOf(it))).map(weigh));
  await context.close();
  const bytes = weights.reduce((sum, [, size]) => sum + size, 0);
  return { bytes, files: weights.map(([name, size]) => `${name}: ${size}`) };
}
