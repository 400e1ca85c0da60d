/** What the client costs, measured in Chromium: `cargo xtask bench web`. */

import type { Browser } from 'playwright-core';
import { launch } from '../harness/browser';
import { serve } from '../harness/server';
import { firstLoad } from '../harness/weight';
import { clicks, frames, longTasks } from './app';
import { engine } from './engine';
import { lighthouse } from './lighthouse';
import { packed } from './sizes';
import { Sheet } from './sheet';

const [dist, probe] = [process.env.DIST ?? 'dist', process.env.PROBE ?? 'dist-probe'];

async function measure(browser: Browser, sheet: Sheet): Promise<void> {
  const app = await serve(dist);
  const bare = await serve(probe);
  const { bytes } = await firstLoad(browser, app.url);
  sheet.add('first load, JavaScript + CSS', bytes / 1000, 'kB', 90);
  sheet.add('engine + bots + texts', packed(probe, /\.wasm$/) / 1000, 'kB', 1000);
  sheet.add('whole build, as kept offline', packed(dist, /./) / 1000, 'kB');
  for (const figure of await engine(browser, bare.url)) sheet.add(...figure);
  for (const task of [clicks, longTasks, frames]) await sheet.attempt(() => task(browser, app.url));
  await sheet.attempt(() => lighthouse(app.url));
  await Promise.all([app.stop(), bare.stop()]);
}

const sheet = new Sheet();
const browser = await launch();
try {
  await measure(browser, sheet);
} finally {
  await browser.close();
}
console.log(sheet.toString());
process.exitCode = sheet.isMet() ? 0 : 1;
