import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilPrompt } from './driver';
import { expectNoProblems } from './harness/axe';
import { DEVICES, launch, visitor } from './harness/browser';
import { serve, type Host } from './harness/server';

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

describe.each(Object.keys(DEVICES) as (keyof typeof DEVICES)[])('on a %s', (device) => {
  test('the table, its dialogs and a replay have no serious problem with huge text and high contrast', async () => {
    const { page, context, pageErrors } = await visitor(browser, device, 'de-DE');
    await page.addInitScript(() =>
      localStorage.setItem('orrery.settings', JSON.stringify({ language: 'de', text: 'huge', contrast: 'high' })),
    );
    await page.goto(`${host.url}#/new/solo`);
    await page.locator('.rogue-pick:enabled').first().click();
    await untilPrompt(page);
    await expectNoProblems(page, 'play');
    await page.keyboard.press('?');
    await page.locator('dialog').waitFor();
    await expectNoProblems(page, 'help');
    await page.keyboard.press('Escape');
    await page.keyboard.press('1');
    await page.locator('.coach .put-back').waitFor();
    await expectNoProblems(page, 'a picked die');
    const id = page.url().split('/').at(-1) ?? '';
    await page.goto(`${host.url}#/replay/${id}?step=4`);
    await page.locator('.scrubber').waitFor();
    await expectNoProblems(page, 'replay');
    expect(pageErrors).toEqual([]);
    await context.close();
  });
});

test('the theme `dusk` has no serious problem', async () => {
  const { page, context } = await visitor(browser);
  await page.addInitScript(() => localStorage.setItem('orrery.settings', JSON.stringify({ language: 'en', theme: 'dusk' })));
  await page.goto(host.url);
  await page.locator('.home-page').waitFor();
  await expectNoProblems(page, 'home');
  await page.goto(`${host.url}#/new/solo`);
  await page.locator('.rogue-pick:enabled').first().click();
  await untilPrompt(page);
  await expectNoProblems(page, 'play');
  await context.close();
});

test('settings take effect at once and persist', async () => {
  const { page, context } = await visitor(browser);
  await page.goto(host.url);
  await page.getByRole('button', { name: 'Settings' }).click();
  const choose = (name: string, value: string) => page.locator(`[aria-labelledby=set-${name}] button`, { hasText: value }).click();
  await choose('text', 'Huge');
  await choose('contrast', 'High');
  await choose('motion', 'Fast');
  await choose('sound', 'On');
  await choose('follow', 'Beginner');
  const appearance = () =>
    page.evaluate(() => {
      const { text, contrast, motion } = document.documentElement.dataset;
      return { text, contrast, motion, size: getComputedStyle(document.documentElement).getPropertyValue('--fs-1') };
    });
  expect(await appearance()).toMatchObject({ text: 'huge', contrast: 'high', motion: 'fast', size: '15px' });
  await page.reload();
  expect(await appearance()).toMatchObject({ text: 'huge', contrast: 'high', motion: 'fast', size: '15px' });
  await page.goto(`${host.url}#/learn/9`);
  await page.locator('.follow', { hasText: 'as if it were yours' }).waitFor();
  await context.close();
});

test('the follow mode determines when the player is asked whether to follow', async () => {
  const { page, context } = await visitor(browser);
  const setFollowMode = (follow: string) =>
    page.evaluate((value) => localStorage.setItem('orrery.settings', JSON.stringify({ language: 'en', follow: value })), follow);
  await page.goto(host.url);
  for (const [name, says] of [
    ['beginner', 'as if it were yours'],
    ['normal', 'every Diplomacy'],
    ['fast', 'every Diplomacy'],
  ] as const) {
    await setFollowMode(name);
    await page.goto(`${host.url}#/rules`);
    await page.goto(`${host.url}#/learn/9`);
    await page.reload();
    // Following would colonise a planet, so even the mode `fast` asks.
    await page.locator('.follow', { hasText: says }).waitFor();
    await page.getByText('You would get: Colonise +1: Jakks').waitFor();
  }
  await context.close();
});
