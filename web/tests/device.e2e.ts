/**
 * Tests that a device neither loses nor leaks games: tabs, replays, imports, the back button, and the curtain, which hides the table while
 * players pass the device on.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForChange, playByPointing, untilPrompt, useDie } from './driver';
import { fixChance, launch, visitor } from './harness/browser';
import { temporary } from './harness/files';
import { serve, type Host } from './harness/server';

/** Timeout for several turns on a busy machine, in milliseconds. */
const LONG = 600_000;

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

/** Starts a game against one bot and chooses a mission. */
async function startDuel(page: Page): Promise<string> {
  await fixChance(page, 3);
  await page.addInitScript(() => localStorage.setItem('orrery.choices', '{"rivals":"1","level":"cadet"}'));
  await page.goto(`${host.url}#/new/bots`);
  await page.locator('.start:enabled').click();
  await waitForChange(page, () => page.locator('.mission-pick').first().click());
  await untilPrompt(page);
  return page.url();
}

const version = (page: Page) => page.locator('.game-table, .phone-table').first().getAttribute('data-version');

describe('a running game', () => {
  test('cannot be watched from the view of a rival', async () => {
    const { page, context } = await visitor(browser);
    await startDuel(page);
    await page.goto(`${host.url}#/games`);
    await page.getByRole('link', { name: 'Watch' }).click();
    await page.locator('.scrubber').waitFor();
    expect(await page.locator('.eyes button').allInnerTexts()).toEqual(['Everyone', '']);
    // Its file would contain all missions, so saving it asks first.
    await page.getByRole('button', { name: 'Save as file' }).click();
    await page.getByRole('button', { name: 'Save with all secret missions' }).waitFor();
    for (const secret of ['Link', 'Play from here']) expect(await page.getByRole('button', { name: secret }).count()).toBe(0);
    // The address must not select another seat's view, either.
    await page.goto(`${page.url().split('?')[0] ?? ''}?step=9&seat=B`);
    await page.reload();
    await page.locator('.eyes [aria-pressed=true]', { hasText: 'Everyone' }).waitFor();
    await context.close();
  });

  test('is played in one tab at a time, and no turn is lost', async () => {
    const { page, context } = await visitor(browser);
    const address = await startDuel(page);
    const second = await context.newPage();
    await second.goto(address);
    await second.getByRole('heading', { name: 'open in another tab' }).waitFor();
    expect(await page.locator('.game-table').count()).toBe(1);
    await second.getByRole('button', { name: 'Play here' }).click();
    await untilPrompt(second);
    await page.getByRole('heading', { name: 'open in another tab' }).waitFor();
    await waitForChange(second, () => useDie(second, 0));
    await second.locator('.bay .die').first().waitFor();
    const bay = await second.locator('.bay').innerText();
    // Back in the first tab, nothing must be missing.
    await page.getByRole('button', { name: 'Play here' }).click();
    await page.locator('.bay .die').first().waitFor();
    expect(await page.locator('.bay').innerText()).toBe(bay);
    await second.getByRole('heading', { name: 'open in another tab' }).waitFor();
    // A closed tab releases its game.
    await page.close();
    await second.goto(host.url);
    await second.goto(address);
    await second.locator('.bay .die').first().waitFor();
    await context.close();
  });

  test('survives a reload without being mistaken for another tab', async () => {
    const { page, context } = await visitor(browser);
    await startDuel(page);
    for (let i = 0; i < 3; i++) {
      await page.reload();
      await untilPrompt(page);
    }
    await context.close();
  });
});

describe('the back button', () => {
  test('closes dialogs and sheets, and asks before it leaves the table', async () => {
    const { page, context } = await visitor(browser, 'phone');
    const address = await startDuel(page);
    const before = await version(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('dialog.dialog').waitFor();
    await page.goBack();
    await page.locator('dialog.dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Galaxy mat: Mira' }).click();
    await page.locator('.sheet').waitFor();
    await page.goBack();
    await page.locator('.sheet').waitFor({ state: 'detached' });
    expect(page.url()).toBe(address);
    await page.goBack();
    const leave = page.getByRole('dialog', { name: 'Leave the table?' });
    await leave.getByRole('button', { name: 'Stay' }).click();
    expect(await version(page)).toBe(before);
    await page.goBack();
    await leave.waitFor();
    await page.goBack();
    await leave.waitFor({ state: 'detached' });
    expect(page.url()).toBe(address);
    await page.goBack();
    await leave.getByRole('link', { name: 'Leave' }).click();
    await page.getByRole('link', { name: 'Continue' }).waitFor();
    await context.close();
  });

  test('leaves a page whose dialog was closed in another way', async () => {
    const { page, context } = await visitor(browser);
    await page.goto(host.url);
    await page.getByRole('link', { name: 'Rules' }).click();
    await page.getByRole('heading', { name: 'Rules' }).waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.goBack();
    await page.locator('.home-page').waitFor();
    await context.close();
  });
});

test('the keyboard cannot reach the table behind the curtain', async () => {
  const { page, context } = await visitor(browser);
  await page.goto(`${host.url}#/new/hotseat`);
  await page.locator('.start:enabled').click();
  await page.locator('.curtain').waitFor();
  const before = await version(page);
  for (const key of ['Tab', 'Tab', 'Tab', 'Escape', 'Escape', '1', '?', 'Tab']) {
    await page.keyboard.press(key);
    expect(await page.evaluate(() => document.activeElement?.matches('body, .curtain, .curtain *'))).toBe(true);
  }
  expect(await page.locator('.curtain').isVisible()).toBe(true);
  expect(await page.locator('dialog.dialog').count()).toBe(0);
  expect(await version(page)).toBe(before);
  // Nothing behind the curtain can take the focus.
  await page.evaluate(() => document.querySelector<HTMLElement>('.mission-pick')?.focus());
  expect(await page.evaluate(() => document.activeElement?.matches('.mission-pick'))).toBe(false);
  await context.close();
});

describe('the list of games', () => {
  test(
    'shows final scores with missions, and says which records are unfinished',
    async () => {
      const { page, context } = await visitor(browser);
      await fixChance(page, 3);
      await page.addInitScript(() => localStorage.setItem('orrery.choices', '{"rivals":"1","level":"oracle"}'));
      await page.goto(`${host.url}#/new/bots`);
      await page.locator('.start:enabled').click();
      await playByPointing(page, 0);
      const totals = await page.locator('.row .total').allInnerTexts();
      await page.goto(`${host.url}#/games`);
      const points = await page.locator('.shelf small').first().innerText();
      for (const total of totals) expect(points).toContain(total);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as file' }).click();
      const whole = temporary('whole.orr');
      await (await download).saveAs(whole);
      const cut = temporary('cut.orr');
      writeFileSync(cut, truncated(readFileSync(whole, 'utf8')));
      await page.locator('input[type=file]').setInputFiles(cut);
      await page.locator('.scrubber').waitFor();
      expect(await page.locator('.eyes button').count()).toBe(1);
      await page.goto(`${host.url}#/games`);
      const imported = page.locator('.shelf li').first();
      await imported.getByText('unfinished record').waitFor();
      expect(await imported.getByRole('link', { name: 'Continue' }).count()).toBe(0);
      await context.close();
    },
    LONG,
  );
});

/** Returns a record without its last turns and its result. */
function truncated(record: string): string {
  const lines = record.split('\n');
  return lines.slice(0, Math.floor(lines.length * 0.7)).join('\n') + '\n';
}
