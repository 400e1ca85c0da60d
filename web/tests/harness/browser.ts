/** The browser of the tests: Debian's Chromium, driven by playwright-core. */

import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where the browser is. */
export function executable(): string {
  const found = PLACES.find((place) => place && existsSync(place));
  if (!found) throw new Error('Chromium is missing: apt-get install chromium, or set CHROMIUM to its path');
  return found;
}

/**
 * Features of Chromium that are switched off. Chromium only reads the last such list, so this one repeats
 * what Playwright switches off on Linux.
 */
const WITHOUT = [
  // Chromium loads these two pages of its own into each new window, which costs more than our page.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Starts the browser. As root there is no sandbox to be had. */
export function launch(...more: string[]): Promise<Browser> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [`--disable-features=${WITHOUT.join(',')}`, ...sandbox, ...more];
  return chromium.launch({ executablePath: executable(), args });
}

/** Only what stands still fails: a busy machine takes its time. */
const PATIENCE = 120_000;

/** A person's view of the application. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** What the page complained about so far. */
  complaints: string[];
}

/** The devices that the client is made for. */
export const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
} as const;

/** Somebody who has never been here. */
export async function visitor(browser: Browser, device: keyof typeof DEVICES = 'desktop', locale = 'en-GB'): Promise<Visitor> {
  const context = await browser.newContext({ ...DEVICES[device], locale, reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
  return { context, page, complaints };
}

/** Waits until the whole build is on the device. */
export async function untilOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 20));
  });
}

/** Makes chance on a page the same each time: the same seed and the same moves are the same game. */
export async function fixChance(page: Page, seed: number): Promise<void> {
  await page.addInitScript((start) => {
    let state = start;
    // mulberry32
    const next = (): number => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return (mixed ^ (mixed >>> 14)) & 0xff;
    };
    crypto.getRandomValues = <T extends ArrayBufferView>(array: T): T => {
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength).forEach((_, i, bytes) => (bytes[i] = next()));
      return array;
    };
  }, seed);
}
