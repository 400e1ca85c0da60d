/** Tests of what the table makes people hear and feel: sounds, vibration, and changes that float long enough to read. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endTurn, waitForChange } from './driver';
import { launch, visitor } from './harness/browser';
import { serve, type Host } from './harness/server';
import { openPosition, positionOf } from './positions';

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

/** Opens a page with these settings. */
async function visit(settings: Record<string, string>, device: 'desktop' | 'phone' = 'desktop'): Promise<Page> {
  const { page } = await visitor(browser, device);
  await page.addInitScript((set) => {
    if (location.origin !== 'null') localStorage.setItem('orrery.settings', JSON.stringify(set));
  }, settings);
  return page;
}

describe('sounds', () => {
  const RATE = 22_050;
  /** The length of the recording in seconds. */
  const LENGTH = 6;

  /**
   * Opens a position on a page whose sounds can be recorded: an offline audio context takes the place of the real one. It renders the
   * same nodes to samples, all sounds from its start, without a sound card and independently of the machine's speed.
   */
  async function record(settings: Record<string, string>): Promise<Page> {
    const page = await visit({ motion: 'off', ...settings });
    await page.addInitScript(
      ({ rate, length }) => {
        const contexts: OfflineAudioContext[] = [];
        // A constructor may return another object.
        function Recorder(): OfflineAudioContext {
          const context = new OfflineAudioContext(1, rate * length, rate);
          contexts.push(context);
          return context;
        }
        Object.assign(window, { AudioContext: Recorder, contexts });
      },
      { rate: RATE, length: LENGTH },
    );
    await openPosition(page, host.url, positionOf('start'));
    return page;
  }

  /** Returns the number of audio contexts. */
  const countContexts = (page: Page) => page.evaluate(() => (window as unknown as { contexts: unknown[] }).contexts.length);

  /** Renders the sounds so far, and returns the peak of each half second. */
  async function peaks(page: Page): Promise<number[]> {
    return page.evaluate(async () => {
      const { contexts } = window as unknown as { contexts: OfflineAudioContext[] };
      const buffer = await contexts[0]?.startRendering();
      if (!buffer) return [];
      const samples = buffer.getChannelData(0);
      const half = buffer.sampleRate / 2;
      return Array.from({ length: buffer.duration * 2 }, (_, i) =>
        samples.subarray(i * half, (i + 1) * half).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
      );
    });
  }

  const pickUp = (page: Page) => page.locator('[data-die="0"]').click();

  test('are off at first', async () => {
    const page = await record({});
    await pickUp(page);
    await page.locator('[data-die="0"][aria-pressed=true]').waitFor();
    expect(await countContexts(page)).toBe(0);
    await page.context().close();
  });

  test('can be heard when a die is picked up, and end', async () => {
    const page = await record({ sound: 'on' });
    await pickUp(page);
    await expect.poll(() => countContexts(page)).toBe(1);
    const [first = 0, ...rest] = await peaks(page);
    expect(first).toBeGreaterThan(0.02);
    expect(Math.max(...rest)).toBe(0);
    await page.context().close();
  });

  test('are as loud as the volume setting says', async () => {
    const loudness: number[] = [];
    for (const volume of ['soft', 'loud'] as const) {
      const page = await record({ sound: 'on', volume });
      await pickUp(page);
      await expect.poll(() => countContexts(page)).toBe(1);
      loudness.push(Math.max(...(await peaks(page))));
      await page.context().close();
    }
    expect(loudness[1]).toBeGreaterThan(2 * (loudness[0] ?? 0));
    expect(loudness[1]).toBeLessThan(0.9);
  });

  test('the ambience fades in and lasts', async () => {
    const page = await record({ sound: 'on', ambience: 'on' });
    await expect.poll(() => countContexts(page)).toBe(1);
    const [first = 1, ...rest] = await peaks(page);
    expect(Math.min(...rest.slice(-4))).toBeGreaterThan(0.01);
    expect(first).toBeLessThan(Math.max(...rest) / 2);
    await page.context().close();
  });
});

describe('vibration', () => {
  /** Opens a position on a phone that records its vibrations. */
  async function open(settings: Record<string, string>): Promise<Page> {
    const page = await visit({ motion: 'off', ...settings }, 'phone');
    await page.addInitScript(() => {
      const vibrations: unknown[] = [];
      Object.assign(window, { vibrations });
      Object.defineProperty(navigator, 'vibrate', { value: (pattern: unknown) => vibrations.push(pattern) > 0 });
    });
    await openPosition(page, host.url, positionOf('start'));
    return page;
  }

  const vibrations = (page: Page) => page.evaluate(() => (window as unknown as { vibrations: unknown[] }).vibrations);

  /** Resolves when the user is asked, after a time without a prompt. Call it before the action that ends the current prompt. */
  function nextPrompt(page: Page): Promise<void> {
    return page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          let hasEnded = false;
          const observer = new MutationObserver(() => {
            const isAsked = document.title.startsWith('●');
            if (isAsked && hasEnded) {
              observer.disconnect();
              resolve();
            }
            hasEnded ||= !isAsked;
          });
          observer.observe(document.head, { childList: true, subtree: true, characterData: true });
        }),
    );
  }

  /** Ends the turn, and waits until the user is asked again. */
  async function untilAskedAgain(page: Page): Promise<void> {
    // The user is also asked when the page opens. Forget that, because a browser may or may not allow vibration then.
    await page.waitForFunction(() => document.title.startsWith('●'));
    await page.evaluate(() => void (window as unknown as { vibrations: unknown[] }).vibrations.splice(0));
    const asked = nextPrompt(page);
    await endTurn(page);
    await asked;
  }

  test('announces the user’s turn once', async () => {
    const page = await open({});
    await untilAskedAgain(page);
    expect(await vibrations(page)).toEqual([[40, 70, 40]]);
    await page.context().close();
  });

  test('can be switched off', async () => {
    const page = await open({ vibration: 'off' });
    await untilAskedAgain(page);
    expect(await vibrations(page)).toEqual([]);
    await page.context().close();
  });
});

describe('changes that float over a mat', () => {
  /** Settings of the animation, and how long a change is shown with each, in milliseconds. */
  const DURATIONS = [
    ['normal', 2200],
    ['slow', 3960],
    ['fast', 1100],
    ['off', 2200],
  ] as const;

  test.each(DURATIONS)('stay long enough to read: animation %s, %i ms', async (motion, duration) => {
    const page = await visit({ motion });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    // The test controls the time of the page.
    await page.clock.install();
    await openPosition(page, host.url, positionOf('steal'));
    await page.locator('.die.colony').click();
    const target = page.locator('.thumb.legal .card-hit').first();
    await target.waitFor();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    const floats = page.locator('.mat > .floats b');
    await waitForChange(page, () => target.click());
    await floats.filter({ hasText: '+1' }).waitFor();
    await page.clock.runFor(duration - 10);
    expect(await floats.count()).toBe(1);
    await page.clock.runFor(20);
    await floats.waitFor({ state: 'detached' });
    await page.context().close();
  });
});
