import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Plan } from '../src/lib/engine';
import { launch, untilOffline, visitor } from './harness/browser';
import { serve, type Host } from './harness/server';

let host: Host;
let browser: Browser;

beforeAll(async () => {
  host = await serve('dist-probe');
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await host?.stop();
});

const DUEL: Plan = {
  settings: { seats: 2 },
  seats: [
    { kind: 'person', name: 'Ada' },
    { kind: 'bot', name: 'Bot', level: 'greedy' },
  ],
};

describe('the engine in a browser', () => {
  test('plays a whole game of bots in its workers and saves it', async () => {
    const { page, pageErrors } = await visitor(browser);
    await page.goto(host.url);
    const winners = await page.evaluate(async () => {
      const bot = { kind: 'bot', name: 'Bot', level: 'greedy' } as const;
      const table = await window.probe.games.start({ settings: { seats: 3 }, seats: [bot, bot, bot] });
      return new Promise((resolve) => table.subscribe(({ view }) => view.outcome && resolve(view.outcome.winners)));
    });
    expect(winners).not.toHaveLength(0);
    const stored = await page.evaluate(() => window.probe.games.list());
    expect(stored[0]?.summary).toMatchObject({ over: true, edition: 'classic' });
    expect(pageErrors).toEqual([]);
    await page.context().close();
  });

  test('continues after a reload in the middle of a turn', async () => {
    const { page } = await visitor(browser);
    await page.goto(host.url);
    const before = await page.evaluate(async (plan) => {
      const table = await window.probe.games.start(plan);
      await table.act([table.state.prompt?.legal?.[0] ?? '']);
      // Bots play on; the game stops only at a prompt for a person.
      const myTurn = () =>
        new Promise<void>((resolve) =>
          table.subscribe(({ prompt, me, view }) => me && prompt?.seats[0] === me && view.turn > 0 && resolve()),
        );
      await myTurn();
      const [step = ''] = table.state.prompt?.legal ?? [];
      await table.act([step]);
      await myTurn();
      return { id: table.id, version: table.state.version, view: table.state.view };
    }, DUEL);
    await page.reload();
    const after = await page.evaluate(async (id) => {
      const { state } = await window.probe.games.open(id);
      return { id, version: state.version, view: state.view };
    }, before.id);
    expect(after).toEqual(before);
    await page.context().close();
  });

  test('plays without a network after the first visit', async () => {
    const own = await serve('dist-probe');
    const { page, context } = await visitor(browser);
    await page.goto(own.url);
    await untilOffline(page);
    await own.stop();
    await context.setOffline(true);
    await page.reload();
    const turn = await page.evaluate(async () => {
      const bot = { kind: 'bot', name: 'Bot', level: 'greedy' } as const;
      const table = await window.probe.games.start({ settings: { seats: 2 }, seats: [bot, bot] });
      return new Promise((resolve) => table.subscribe(({ view }) => view.turn >= 3 && resolve(view.turn)));
    });
    expect(turn).toBeGreaterThanOrEqual(3);
    await context.close();
  });

  test('an engine that cannot be loaded is reported', async () => {
    const { page, context } = await visitor(browser);
    await context.route('**/*.wasm', (route) => route.abort());
    await page.goto(host.url);
    const fault = await page.evaluate(() =>
      window.probe.games.editions().catch((thrown: unknown) => {
        const { code, remedy } = thrown as { code: string; remedy: string };
        return { code, remedy };
      }),
    );
    expect(fault).toEqual({ code: 'no-engine', remedy: 'reload' });
    await context.close();
  });
});
