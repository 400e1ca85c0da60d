/** The browser of the tests: Debian's Chromium, controlled by playwright-core. */

import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { clearCache, openPage } from './profiles';

const PATHS = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Returns the path of the browser. */
export function executable(): string {
  const found = PATHS.find((place) => place && existsSync(place));
  if (!found) throw new Error('Chromium is missing: apt-get install chromium, or set CHROMIUM to its path');
  return found;
}

/**
 * Chromium features to disable. Chromium reads only the last `--disable-features` argument, so this list repeats that of Playwright for
 * Linux.
 */
const DISABLED_FEATURES = [
  // Chromium loads these two pages into each new window, which takes more time than the client's page.
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

/** Starts the browser; as root, without its sandbox. */
export function launch(...more: string[]): Promise<Browser> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [`--disable-features=${DISABLED_FEATURES.join(',')}`, ...sandbox, ...more];
  return chromium.launch({ executablePath: executable(), args });
}

/** Whether Vitest runs; screenshots and measurements use the same harness. */
const IS_TEST = process.env.VITEST !== undefined;

/** Timeout in milliseconds, long enough for a busy machine. */
const TIMEOUT = 120_000;

/** A visitor of the application. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** The errors that the page has logged so far. */
  pageErrors: string[];
}

/** The devices that the tests simulate. */
export const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
} as const;

/** Opens a new browser profile with timeouts that are long enough for a busy machine. */
export async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(TIMEOUT);
  return context;
}

/** Opens a page in a browser profile without any data. */
export function visitor(browser: Browser, device: keyof typeof DEVICES = 'desktop', locale = 'en-GB'): Promise<Visitor> {
  return visitorWith(browser, DEVICES[device], locale);
}

/** Switches animations off unless the test has chosen a speed, so that the turns of bots need no time. It runs in the page. */
function withoutMotion(): void {
  if (location.origin === 'null') return;
  const chosen = JSON.parse(localStorage.getItem('orrery.settings') ?? '{}') as object;
  localStorage.setItem('orrery.settings', JSON.stringify({ motion: 'off', ...chosen }));
}

declare global {
  interface Window {
    /** Registers the service worker that the page wanted to register. */
    registerServiceWorker?: () => void;
    /** The style that makes the page transparent. */
    transparency?: CSSStyleSheet;
  }
}

/**
 * Postpones the first registration of the service worker until `untilOffline`: each new profile would load, hash and store the whole build.
 * It runs in the page.
 */
function withoutServiceWorker(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers || workers.controller) return;
  const register = workers.register.bind(workers);
  workers.register = (...wanted) =>
    new Promise((resolve, reject) => (window.registerServiceWorker = () => void register(...wanted).then(resolve, reject)));
}

/**
 * Replaces the worker that paints planets, galaxies and stars with one that answers with an empty picture: painting takes a third of the
 * CPU time of a page. The test of the pictures does without this. It runs in the page.
 */
function withoutPainter(): void {
  const pixel = Uint8Array.from(atob('R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw=='), (byte) => byte.charCodeAt(0));
  const picture = new Blob([pixel], { type: 'image/gif' });
  class EmptyPainter {
    onmessage: ((answer: { data: unknown }) => void) | null = null;
    postMessage({ id }: { id: number }): void {
      setTimeout(() => this.onmessage?.({ data: { id, picture } }));
    }
  }
  window.Worker = new Proxy(Worker, {
    construct: (Original, [address, options]: ConstructorParameters<typeof Worker>) =>
      options?.name === 'painter' ? new EmptyPainter() : new Original(address, options),
  });
}

/** Makes the page transparent, so that the browser lays it out but does not draw it. It runs in the page. */
function withoutPixels(): void {
  const style = new CSSStyleSheet();
  style.replaceSync('html { opacity: 0 }');
  document.adoptedStyleSheets = [style];
  window.transparency = style;
}

/** Scripts that run in the pages of visitors before those of the page. */
const SCRIPTS = [withoutMotion, ...(IS_TEST ? [withoutServiceWorker, withoutPainter, withoutPixels] : [])];

/** Opens a page in a browser profile without any data, on any device. After the test, close its context, so that other tests can use it. */
export async function visitorWith(browser: Browser, device: BrowserContextOptions, locale: string): Promise<Visitor> {
  const options: BrowserContextOptions = { ...device, locale, reducedMotion: 'reduce' };
  const page = await openPage(browser, options, async () => {
    const context = await newContext(browser, options);
    for (const script of SCRIPTS) await context.addInitScript(script);
    return context;
  });
  const context = page.context();
  context.setDefaultTimeout(TIMEOUT);
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  page.on('console', (line) => line.type() === 'error' && pageErrors.push(line.text()));
  return { context, page, pageErrors };
}

/**
 * Waits until the service worker has cached the whole build; registers it if `withoutServiceWorker` has postponed that. Empties the HTTP
 * cache, because what earlier tests have loaded must not replace what the service worker stores.
 */
export async function untilOffline(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller ?? window.registerServiceWorker);
  await clearCache(page);
  await page.evaluate(async () => {
    if (!navigator.serviceWorker.controller) window.registerServiceWorker?.();
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 20));
  });
}

/** Makes randomness on a page deterministic: equal seeds and moves result in equal games. */
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
