/** Measures the engine in its worker, without a page around it. */

import type { Browser } from 'playwright-core';
import { visitor } from '../harness/browser';
import { percentile, type Figure } from './sheet';
import type {} from '../probe/probe';

/** Measures how long the page waits for the engine, and the page's longest task. */
export async function engine(browser: Browser, url: string): Promise<Figure[]> {
  const { page, context } = await visitor(browser);
  await page.goto(url);
  const measured = await page.evaluate(async () => {
    const { games } = window.probe;
    const tasks: number[] = [];
    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      const start = performance.now();
      await work();
      return performance.now() - start;
    };
    const ready = await timed(() => games.editions());
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
    const bot = { kind: 'bot', name: 'Bot', level: 'greedy' } as const;
    const table = await games.start({ settings: { seats: 4 }, seats: [bot, bot, bot, bot] });
    let last = performance.now();
    const stepTimes: number[] = [];
    await new Promise<void>((resolve) => {
      table.subscribe(({ view }, { reason }) => {
        if (reason !== 'steps') return;
        stepTimes.push(performance.now() - last);
        last = performance.now();
        if (view.outcome) resolve();
      });
    });
    const record = await games.openRecord(table.id);
    const momentTimes: number[] = [];
    for (let step = 0; step < record.replay.length; step += 7) momentTimes.push(await timed(() => record.at(step, 'A')));
    const mine = await games.lesson({
      position: 'classic 2; row jakks nagato hoefker shouhua; turn A dice move energy culture',
      before: [],
      script: [],
      seats: [{ kind: 'person', name: 'Ada' }, bot],
    });
    const actTimes: number[] = [];
    const pathTimes: number[] = [];
    for (let i = 0; i < 40; i++) {
      pathTimes.push(await timed(() => mine.paths(['activate move'])));
      actTimes.push(await timed(() => mine.act(['activate move', 'ship 1'])));
      await mine.undo();
    }
    return { ready, tasks, stepTimes, momentTimes, actTimes, pathTimes, length: record.replay.length };
  });
  await context.close();
  return [
    { what: 'time until the engine is ready', value: measured.ready, unit: 'ms' },
    { what: 'answer to an action, 95th percentile', value: percentile(measured.actTimes, 95), unit: 'ms', limit: 50 },
    {
      what: 'all paths of a move die with their events, 95th percentile',
      value: percentile(measured.pathTimes, 95),
      unit: 'ms',
      limit: 50,
    },
    {
      what: `any position of a replay of ${measured.length} steps, 95th percentile`,
      value: percentile(measured.momentTimes, 95),
      unit: 'ms',
      limit: 50,
    },
    { what: 'a bot thinks and acts, and the step is saved, 95th percentile', value: percentile(measured.stepTimes, 95), unit: 'ms' },
    { what: 'longest task of the page while four bots play', value: Math.max(0, ...measured.tasks), unit: 'ms', limit: 50 },
  ];
}
