/**
 * Measures the frames per second while something moves, from the browser's trace. The compositor runs all animations (a test of the table
 * checks this), so a frame that shows the movement counts as in time even if the throttled page has not finished its own work.
 */

import type { Browser, Page } from 'playwright-core';
import { DEVICES, newContext } from '../harness/browser';
import { point, startGame } from './player';
import { best, repeat, type Round } from './rounds';
import type { Figure } from './sheet';

const TIME = 20_000;
/** Slowdown factor of the page's main thread. */
const CPU_SLOWDOWN = 4;
const PER_SECOND = 60;
/** Minimum number of frames in which something moves; with fewer, the round fails. */
const MIN_FRAMES = 100;

/** A page on which one element moves. */
const MOVING = `<style>
  @keyframes move { to { transform: translateX(300px); } }
  div { width: 60px; height: 60px; background: #888; animation: move 1s linear infinite alternate; }
</style><div></div>`;

/** A traced frame, or the part of a frame that the page or the compositor handled. */
interface Part {
  frame_source: number;
  frame_sequence: number;
  state: string;
  has_compositor_animation: boolean;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  args: { name?: string; frame_reporter?: Part; chrome_frame_reporter?: Part };
}

/** Returns the frames of the page in a trace, each with its parts; skips frames of the browser's own windows. */
function framesOf(trace: TraceEvent[]): Part[][] {
  const browserProcesses = new Set(
    trace.filter(({ name, args }) => name === 'process_name' && args.name === 'Browser').map(({ pid }) => pid),
  );
  const begun = trace.filter(({ name, ph, pid }) => name === 'PipelineReporter' && ph === 'b' && !browserProcesses.has(pid));
  const frames = new Map<string, Part[]>();
  for (const part of begun.flatMap(({ args }) => args.frame_reporter ?? args.chrome_frame_reporter ?? [])) {
    const key = `${part.frame_source} ${part.frame_sequence}`;
    frames.set(key, [...(frames.get(key) ?? []), part]);
  }
  return [...frames.values()];
}

const isMoving = (frame: Part[]): boolean =>
  frame.some(({ has_compositor_animation, state }) => has_compositor_animation && state !== 'STATE_NO_UPDATE_DESIRED');
const isShown = (frame: Part[]): boolean =>
  frame.some(({ state }) => state === 'STATE_PRESENTED_ALL' || state === 'STATE_PRESENTED_PARTIAL');

/** Returns how many of 60 frames per second were shown while something moved. */
async function rate(browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline.frame'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const wanted = framesOf(traceEvents).filter(isMoving);
  if (wanted.length < MIN_FRAMES) throw new Error(`frames: only ${wanted.length} were wanted`);
  return (PER_SECOND * wanted.filter(isShown).length) / wanted.length;
}

async function play(page: Page): Promise<void> {
  for (const end = Date.now() + TIME; Date.now() < end;) {
    await point(page);
    await page.waitForTimeout(700);
  }
}

async function round(browser: Browser, url: string): Promise<Round> {
  const context = await newContext(browser, { ...DEVICES.desktop, locale: 'en-GB' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.setContent(MOVING);
  const floor = await rate(browser, page, () => page.waitForTimeout(3_000));
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await startGame(page, url, 'three quick bots');
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const value = await rate(browser, page, () => play(page));
  await context.close();
  return { value, floor };
}

/** Measures the frame rate. Even an empty page loses a frame or two per second. */
export async function frames(browser: Browser, url: string): Promise<Figure[]> {
  return [
    best(
      { what: `frames a second, 4 players, processor ${CPU_SLOWDOWN}× slower`, unit: '', limit: 55, sense: 'at-least' },
      await repeat(() => round(browser, url)),
    ),
  ];
}
