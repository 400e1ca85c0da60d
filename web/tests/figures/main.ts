/** Measures the client in Chromium: `cargo xtask bench web`. `FIGURES=clicks,frames` selects figures; `ROUNDS=1` runs only one round. */

import type { Browser } from 'playwright-core';
import { launch } from '../harness/browser';
import { REAL, serve } from '../harness/server';
import { firstLoad } from '../harness/weight';
import { clicks, taps } from './clicks';
import { engine } from './engine';
import { frames } from './frames';
import { lighthouse } from './lighthouse';
import { home, turns } from './pace';
import { reviews } from './review';
import { Sheet, type Figure } from './sheet';
import { packed } from './sizes';
import { longTasks } from './tasks';

const [dist, probe] = [process.env.DIST ?? 'dist', process.env.PROBE ?? 'dist-probe'];

/** Measures download sizes. */
async function sizes(browser: Browser, url: string): Promise<Figure[]> {
  const { bytes } = await firstLoad(browser, url);
  return [
    { what: 'first load, JavaScript + CSS', value: bytes / 1000, unit: 'kB', limit: 90 },
    { what: 'engine + bots + texts', value: packed(probe, /\.wasm$/) / 1000, unit: 'kB', limit: 800 },
    { what: 'whole build, as cached offline', value: packed(dist, /(?<!\.gz)$/) / 1000, unit: 'kB' },
  ];
}

/** The figures, in the order in which they are measured; `app` and `bare` are the URLs of the client and of a page with only the engine. */
const MEASURES: Record<string, (browser: Browser, app: string, bare: string) => Promise<Figure[]>> = {
  sizes,
  engine: (browser, _, bare) => engine(browser, bare),
  clicks,
  taps,
  home,
  turns,
  tasks: longTasks,
  review: reviews,
  frames,
  phone: (_, app) => lighthouse(app, 'phone'),
  desktop: (_, app) => lighthouse(app, 'desktop'),
};

async function measure(browser: Browser, sheet: Sheet): Promise<void> {
  const [app, bare] = [await serve(dist, REAL), await serve(probe, REAL)];
  const wanted = process.env.FIGURES?.split(',') ?? Object.keys(MEASURES);
  for (const [name, figures] of Object.entries(MEASURES)) {
    if (wanted.includes(name)) await sheet.attempt(() => figures(browser, app.url, bare.url));
  }
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
