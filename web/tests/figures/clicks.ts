/** Measures the latency from a click to the frame that shows its result. */

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { visitor } from '../harness/browser';
import { point, startGame } from './player';
import { best, repeat } from './rounds';
import { percentile, type Figure } from './sheet';

const CLICKS = 50;
/** Minimum number of clicks that show a result; with fewer, the round fails. */
const MIN_RESULTS = 40;

/** A page with one button that changes its own text. */
const BUTTON = `<button style="width: 200px; height: 60px">0</button><script>
  const button = document.querySelector('button');
  button.onclick = () => (button.textContent = Number(button.textContent) + 1);
</script>`;

/** Measures the floor: the latency of a click that causes almost no work. */
async function floor(page: Page): Promise<number> {
  await page.setContent(BUTTON);
  const frames: number[] = [];
  for (let i = 0; i < 30; i++) {
    await page.evaluate(() => {
      const { port1, port2 } = new MessageChannel();
      const shown = new Promise<number>((resolve) => {
        addEventListener(
          'click',
          ({ timeStamp }) => {
            port1.onmessage = () => resolve(performance.now() - timeStamp);
            requestAnimationFrame(() => port2.postMessage(null));
          },
          { once: true },
        );
      });
      Object.assign(window, { shown });
    });
    await page.mouse.click(100, 30);
    frames.push(await page.evaluate(() => (window as unknown as { shown: Promise<number> }).shown));
  }
  return percentile(frames, 95);
}

/** Returns a function that reads the CPU time of the page so far, in milliseconds. */
async function workOf(context: BrowserContext, page: Page): Promise<() => Promise<number>> {
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
}

/** Slowdown factor of the simulated phone's CPU. */
const CPU_SLOWDOWN = 4;

/** Starts to collect the durations of long tasks (50 ms and more). */
async function collectTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tasks: number[] = ((window as { tasks?: number[] }).tasks = []);
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  });
}

/** Runs a round on a slow phone: measures the latency of taps, their CPU time, the longest task, and the floor. */
async function phoneRound(browser: Browser, url: string): Promise<{ frame: number; work: number; task: number; floor: number }> {
  const { page, context } = await visitor(browser, 'phone');
  const session = await context.newCDPSession(page);
  const throttle = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
  await throttle(CPU_SLOWDOWN);
  const empty = await floor(page);
  await throttle(1);
  await startGame(page, url, 'the Rogue');
  await collectTasks(page);
  await throttle(CPU_SLOWDOWN);
  const worked = await workOf(context, page);
  const [frames, works]: [number[], number[]] = [[], []];
  for (let i = 0; i < CLICKS && (await page.locator('.end-page').count()) === 0; i++) {
    const before = await worked();
    const outcome = await point(page, 'tap');
    if (outcome) frames.push(outcome.frame);
    if (outcome) works.push((await worked()) - before);
    await page.waitForTimeout(150);
  }
  const tasks = await page.evaluate(() => (window as { tasks?: number[] }).tasks ?? []);
  await context.close();
  if (frames.length < MIN_RESULTS) throw new Error(`taps: only ${frames.length} of ${CLICKS} had a result`);
  return { frame: percentile(frames, 95), work: percentile(works, 95), task: Math.max(0, ...tasks), floor: empty };
}

/** Measures taps on a phone with a slow CPU. */
export async function taps(browser: Browser, url: string): Promise<Figure[]> {
  const rounds = await repeat(() => phoneRound(browser, url));
  const where = `phone, processor ${CPU_SLOWDOWN}× slower`;
  return [
    best(
      { what: `tap to the frame with its result, 95th percentile, ${where}`, unit: 'ms', limit: 100 },
      rounds.map(({ frame, floor }) => ({ value: frame, floor })),
    ),
    best(
      { what: `processor time of the page for a tap, 95th percentile, ${where}`, unit: 'ms' },
      rounds.map(({ work }) => ({ value: work })),
    ),
    best(
      { what: `longest task while playing, ${where}`, unit: 'ms', limit: 100 },
      rounds.map(({ task }) => ({ value: task })),
    ),
  ];
}

/** Runs a round: measures the latency of clicks, their CPU time, and the floor. */
async function round(browser: Browser, url: string): Promise<{ frame: number; work: number; floor: number }> {
  const { page, context } = await visitor(browser);
  const empty = await floor(page);
  await startGame(page, url, 'the Rogue');
  const worked = await workOf(context, page);
  const [frames, works]: [number[], number[]] = [[], []];
  for (let i = 0; i < CLICKS; i++) {
    const before = await worked();
    const outcome = await point(page);
    if (outcome) frames.push(outcome.frame);
    if (outcome) works.push((await worked()) - before);
    await page.waitForTimeout(150);
    if ((await page.locator('.end-page').count()) > 0) await startGame(page, url, 'the Rogue');
  }
  await context.close();
  if (frames.length < MIN_RESULTS) throw new Error(`clicks: only ${frames.length} of ${CLICKS} had a result`);
  return { frame: percentile(frames, 95), work: percentile(works, 95), floor: empty };
}

/** Measures clicks on a desktop. CPU time hardly depends on other load on the machine. */
export async function clicks(browser: Browser, url: string): Promise<Figure[]> {
  const rounds = await repeat(() => round(browser, url));
  return [
    best(
      { what: 'click to the frame with its result, 95th percentile', unit: 'ms', limit: 50 },
      rounds.map(({ frame, floor }) => ({ value: frame, floor })),
    ),
    best(
      { what: 'processor time of the page for a click, 95th percentile', unit: 'ms' },
      rounds.map(({ work }) => ({ value: work })),
    ),
  ];
}
