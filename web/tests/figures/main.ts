/** What the client costs, measured in Chromium: `cargo xtask bench web`. */

import type { Browser } from 'playwright-core';
import { launch } from '../harness/browser';
import { serve } from '../harness/server';
import { firstLoad } from '../harness/weight';
import { clicks } from './clicks';
import { engine } from './engine';
import { frames } from './frames';
import { lighthouse } from './lighthouse';
import { Sheet, type Figure } from './sheet';
import { packed } from './sizes';
import { longTasks } from './tasks';

const [dist, probe] = [process.env.DIST ?? 'dist', process.env.PROBE ?? 'dist-probe'];

/** How much there is to load. */
async function sizes(browser: Browser, url: string): Promise<Figure[]> {
  const { bytes } = await firstLoad(browser, url);
  return [
    { what: 'first load, JavaScript + CSS', value: bytes / 1000, unit: 'kB', limit: 90 },
    { what: 'engine + bots + texts', value: packed(probe, /\.wasm$/) / 1000, unit: 'kB', limit: 1000 },
    { what: 'whole build, as kept offline', value: packed(dist, /./) / 1000, unit: 'kB' },
  ];
}

async function measure(browser: Browser, sheet: Sheet): Promise<void> {
  const app = await serve(dist);
  const bare = await serve(probe);
  await sheet.attempt(() => sizes(browser, app.url));
  await sheet.attempt(() => engine(browser, bare.url));
  for (const figure of [clicks, longTasks, frames]) await sheet.attempt(() => figure(browser, app.url));
  await sheet.attempt(() => lighthouse(app.url, 'phone'));
  await sheet.attempt(() => lighthouse(app.url, 'desktop'));
  await Promise.all([app.stop(), bare.stop()]);
}

const sheet = new Sheet();
const browser = await launch();
try {
  await measure(browser, sheet);
} finally {
  await browser.close();
}
process.exitCode = sheet.isMet() ? 0 : 1;
