import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousProblems } from './harness/axe';
import { DEVICES, launch, untilOffline, visitor } from './harness/browser';
import { serve, type Host } from './harness/server';
import { firstLoad } from './harness/weight';

/** Maximum compressed size of the JavaScript and CSS that load before the engine, in bytes. */
const FIRST_LOAD = 90_000;

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

describe.each(Object.keys(DEVICES) as (keyof typeof DEVICES)[])('the home page on a %s', (device) => {
  test('opens in a subdirectory of a site, without logged errors or serious axe findings', async () => {
    const { page, context, pageErrors } = await visitor(browser, device);
    await page.goto(host.url);
    await page.locator('main').waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
    await context.close();
  });

  test('does not scroll horizontally', async () => {
    const { page, context } = await visitor(browser, device);
    await page.goto(host.url);
    await page.locator('main').waitFor();
    const [wide, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(wide).toBeLessThanOrEqual(shown);
    await context.close();
  });
});

test('the application opens without a network after the first visit', async () => {
  const own = await serve('dist');
  const { page, context } = await visitor(browser);
  await page.goto(own.url);
  await untilOffline(page);
  await own.stop();
  await page.reload();
  await page.locator('main').waitFor();
  await context.close();
});

test('an update is offered, and all open pages reload with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-'));
  cpSync('dist', folder, { recursive: true });
  const own = await serve(folder);
  const { page, context } = await visitor(browser, 'phone');
  await page.goto(own.url);
  await untilOffline(page);
  const other = await context.newPage();
  await other.goto(`${own.url}#/rules`);
  const change = (file: string, from: string | RegExp, to: string) =>
    writeFileSync(join(folder, file), readFileSync(join(folder, file), 'utf8').replace(from, to));
  change('index.html', '<head>', '<head><meta name="edition" content="second">');
  change('sw.js', /orrery-\$\{"/, 'orrery-${"second-');
  await page.reload();
  const offer = page.getByRole('button', { name: 'Update available' });
  await offer.waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await offer.click();
  for (const open of [page, other]) await open.locator('meta[name=edition]').waitFor({ state: 'attached' });
  await page.locator('.modes').waitFor();
  expect(await offer.count()).toBe(0);
  await context.close();
  await own.stop();
  rmSync(folder, { recursive: true });
});

test('the first page waits for the messages of the user’s language', async () => {
  const { page, context } = await visitor(browser, 'desktop', 'de-DE');
  let early = -1;
  await page.route(/\/assets\/de-.*\.js/, async (route) => {
    early = await page.locator('#app > *').count();
    await route.continue();
  });
  await page.goto(`${host.url}#/learn/1`);
  await page.locator('.card p', { hasText: 'Erhalte 1 Kultur.' }).waitFor();
  expect(early, 'elements before the messages').toBe(0);
  await context.close();
});

test('the application can be installed', async () => {
  const { page, context } = await visitor(browser);
  await page.goto(host.url);
  const address = await page.locator('link[rel=manifest]').evaluate((link: HTMLLinkElement) => link.href);
  const manifest = (await (await context.request.get(address)).json()) as { icons: { src: string }[]; start_url: string };
  for (const { src } of manifest.icons) {
    expect((await context.request.get(new URL(src, address).href)).status()).toBe(200);
  }
  expect(new URL(manifest.start_url, address).href).toBe(host.url);
  await context.close();
});

test('the first load is small', async () => {
  const { bytes, files } = await firstLoad(browser, host.url);
  expect(bytes, files.join('\n')).toBeLessThanOrEqual(FIRST_LOAD);
});
