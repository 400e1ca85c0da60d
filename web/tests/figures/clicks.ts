/** From a click to the frame that shows its result. */

import type { Browser, Page } from 'playwright-core';
import { visitor } from '../harness/browser';
import { point, sitDown } from './hand';
import { best, type Round } from './rounds';
import { percentile, type Figure } from './sheet';

const CLICKS = 50;
/** So many must have had a result, or the round says little. */
const ENOUGH = 40;

/** A page with one button that changes its own text. */
const BUTTON = `<button style="width: 200px; height: 60px">0</button><script>
  const button = document.querySelector('button');
  button.onclick = () => (button.textContent = Number(button.textContent) + 1);
</script>`;

/** The same for next to nothing. */
async function floor(page: Page): Promise<number> {
  await page.setContent(BUTTON);
  const frames: number[] = [];
  for (let i = 0; i < 30; i++) {
    await page.evaluate(() => {
      const { port1, port2 } = new MessageChannel();
      const shown = new Promise<number>((resolve) => {
        addEventListener('click', ({ timeStamp }) => {
          port1.onmessage = () => resolve(performance.now() - timeStamp);
          requestAnimationFrame(() => port2.postMessage(null));
        }, { once: true });
      });
      Object.assign(window, { shown });
    });
    await page.mouse.click(100, 30);
    frames.push(await page.evaluate(() => (window as unknown as { shown: Promise<number> }).shown));
  }
  return percentile(frames, 95);
}

async function round(browser: Browser, url: string): Promise<Round> {
  const { page, context } = await visitor(browser);
  const empty = await floor(page);
  await sitDown(page, url, 'the Rogue');
  const frames: number[] = [];
  for (let i = 0; i < CLICKS; i++) {
    const outcome = await point(page);
    if (outcome) frames.push(outcome.frame);
    await page.waitForTimeout(150);
    if ((await page.locator('.end-page').count()) > 0) await sitDown(page, url, 'the Rogue');
  }
  await context.close();
  if (frames.length < ENOUGH) throw new Error(`clicks: only ${frames.length} of ${CLICKS} had a result`);
  return { value: percentile(frames, 95), floor: empty };
}

/** The figure. */
export async function clicks(browser: Browser, url: string): Promise<Figure[]> {
  return [await best({ what: 'click to the frame with its result, 95 %', unit: 'ms', limit: 50 }, () => round(browser, url))];
}
