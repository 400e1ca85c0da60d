/** The screens that the table must fit: three desktops, three tablets, three phones, and a phone in landscape. */

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Visitor } from './browser';
import { visitorWith } from './browser';

/** A screen: its size, and whether it is a touch screen. */
export interface Screen {
  name: string;
  width: number;
  height: number;
  touch: boolean;
}

const screen = (name: string, width: number, height: number, touch = true): Screen => ({ name, width, height, touch });

/** The reference screens. */
export const SCREENS: readonly Screen[] = [
  screen('desk-1440', 1440, 900, false),
  screen('desk-1920', 1920, 1080, false),
  screen('desk-1280', 1280, 800, false),
  screen('tablet-1180', 1180, 820),
  screen('tablet-820', 820, 1180),
  screen('tablet-1024', 1024, 768),
  screen('phone-390', 390, 844),
  screen('phone-390-short', 390, 664),
  screen('phone-360', 360, 640),
  screen('landscape-844', 844, 390),
];

/** The languages of the client, with a locale each. */
export const LOCALES = { en: 'en-GB', de: 'de-DE' } as const;

/** The text sizes of the settings. */
export const TEXT_SIZES = ['normal', 'large', 'huge'] as const;

/** Opens a page with a mouse or a touch screen; `resizeTo` changes its size. */
export function screenVisitor(browser: Browser, { width, height, touch }: Screen, language: keyof typeof LOCALES): Promise<Visitor> {
  const device: BrowserContextOptions = { viewport: { width, height }, isMobile: touch, hasTouch: touch };
  return visitorWith(browser, device, LOCALES[language]);
}

/** How long a page may take to draw a frame, in milliseconds; a page that draws takes much less, even on a busy machine. */
const FRAME_TIMEOUT = 60_000;

/** Waits until the page has drawn two frames, and returns whether it did so in time. */
async function drawsFrames(page: Page): Promise<boolean> {
  const frames = page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), FRAME_TIMEOUT)));
  // If the page is closed while it still waits, the evaluation fails.
  const inTime = await Promise.race([
    frames.then(
      () => true,
      () => false,
    ),
    timeout,
  ]);
  clearTimeout(timer);
  return inTime;
}

/**
 * Resizes the window, and waits until the page has this size and contains the element `ready`.
 *
 * Chromium sometimes stops drawing a page for good if it is resized while it loads. Then `reopen` shows the page again; by default, its
 * address is loaded again.
 */
export async function resizeTo(
  page: Page,
  { width, height }: Pick<Screen, 'width' | 'height'>,
  ready = 'body',
  reopen?: () => Promise<void>,
): Promise<void> {
  const address = page.url();
  await page.setViewportSize({ width, height });
  if (!(await drawsFrames(page))) {
    await page.goto('about:blank');
    await (reopen?.() ?? page.goto(address));
  }
  await page.waitForFunction(
    (wanted) => innerWidth === wanted.width && innerHeight === wanted.height && document.querySelector(wanted.ready) !== null,
    { width, height, ready },
  );
  if (!(await drawsFrames(page))) throw new Error(`the page is not drawn at ${width} × ${height}`);
}
