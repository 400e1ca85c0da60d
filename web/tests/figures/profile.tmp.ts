import { writeFileSync } from 'node:fs';
import { launch, visitor } from '../harness/browser';
import { serve } from '../harness/server';
import { point, sitDown } from './hand';
const host = await serve('dist');
const browser = await launch();
const { page, context } = await visitor(browser, 'phone');
const session = await context.newCDPSession(page);
const throttle = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
await sitDown(page, host.url, (process.env.TABLE ?? 'the Rogue') as 'the Rogue');
await throttle(Number(process.env.RATE ?? 4));
await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel', 'disabled-by-default-v8.cpu_profiler', 'blink.user_timing', 'v8'] });
const out: { what: string; frame: number }[] = [];
for (let i = 0; i < Number(process.env.N ?? 30) && (await page.locator('.end-page').count()) === 0; i++) {
  await page.evaluate((n) => performance.mark(`tap-${n}`), i);
  const o = await point(page, 'tap');
  if (o) { out.push(o); await page.evaluate(([n, w]) => performance.mark(`done-${n}-${w}`), [i, o.what] as const); }
  await page.waitForTimeout(200);
}
writeFileSync(process.env.OUT ?? '/tmp/b-table/trace.json', await browser.stopTracing());
console.log(out.map((o) => `${o.what} ${Math.round(o.frame)}`).join(', '));
await browser.close();
await host.stop();
