/**
 * Records the animation of a turn for the README: `npm run turn [FILE]` (default `docs/img/turn.webp`). It plays a local game with a fixed
 * seed in the built client (`cargo xtask web build`), and needs `img2webp` (Debian package `webp`).
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { GLOWING, waitForChange, untilPrompt } from '../driver';
import { fixChance, launch, newContext } from '../harness/browser';
import { serve } from '../harness/server';

const file = process.argv[2] ?? '../docs/img/turn.webp';
/** The size of the page and of the animation, in pixels. */
const SIZE = { width: 1120, height: 700 };
/** The factor by which animations are slowed down while they are recorded, so that every frame is captured. */
const SLOWDOWN = 8;
/** The longest time for which the animation shows one frame, in milliseconds. */
const LONGEST = 900;
const SEED = 7;

/** A frame and its duration in milliseconds. */
interface Frame {
  png: Buffer;
  time: number;
}

/** Takes one screenshot after another, and drops those without a change. */
class Camera {
  readonly frames: Frame[] = [];

  constructor(readonly page: Page) {}

  /** Adds a frame that is shown for this time. */
  async hold(time: number): Promise<void> {
    this.frames.push({ png: await this.page.screenshot(), time });
  }

  /** Records animations until several screenshots in a row show no change. */
  async roll(): Promise<void> {
    for (let still = 0; still < 4;) {
      const start = performance.now();
      const png = await this.page.screenshot();
      const time = (performance.now() - start) / SLOWDOWN;
      const last = this.frames.at(-1);
      if (last?.png.equals(png)) {
        still += 1;
        continue;
      }
      still = 0;
      this.frames.push({ png, time: Math.max(40, time) });
    }
  }

  /** Writes an animated WebP file. */
  write(path: string): void {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-turn-'));
    const frames = this.frames.flatMap(({ png, time }, i) => {
      const name = join(folder, `${String(i).padStart(4, '0')}.png`);
      writeFileSync(name, png);
      return ['-d', String(Math.round(Math.min(time, LONGEST))), name];
    });
    execFileSync('img2webp', ['-loop', '0', '-min_size', '-lossy', '-q', '60', '-m', '6', ...frames, '-o', path]);
    rmSync(folder, { recursive: true });
  }
}

/** Starts a local game against two bots, and waits for the first turn. */
async function begin(page: Page, url: string): Promise<void> {
  await page.goto(`${url}#/new/bots`);
  await page.locator('.start:enabled').click();
  while ((await untilPrompt(page)) === 'mission') await waitForChange(page, () => page.locator('.mission-pick').first().click());
}

/** Plays one turn in front of the camera. */
async function turn(page: Page, camera: Camera): Promise<void> {
  await camera.hold(LONGEST);
  for (let used = 0; used < 3 && (await untilPrompt(page)) === 'turn'; used += 1) {
    await page.locator('[data-die="0"]').click();
    const targets = page.locator(`${GLOWING}, .coach .chip`);
    await targets.first().waitFor();
    await camera.roll();
    await camera.hold(LONGEST);
    await targets.first().click({ force: true });
    const ships = page.locator('.ship-choice .btn');
    if ((await ships.count()) > 0) await ships.first().click();
    await camera.roll();
    await camera.hold(LONGEST);
  }
}

const host = await serve('dist');
const browser = await launch();
try {
  const context = await newContext(browser, { viewport: SIZE, locale: 'en-GB', reducedMotion: 'no-preference' });
  const page = await context.newPage();
  await fixChance(page, SEED);
  await begin(page, host.url);
  const session = await context.newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 1 / SLOWDOWN });
  const camera = new Camera(page);
  await turn(page, camera);
  camera.write(file);
  console.log(`${file}: ${camera.frames.length} frames`);
} finally {
  await browser.close();
  await host.stop();
}
