import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilPrompt } from './driver';
import { fixChance, launch, visitor } from './harness/browser';
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

/** Opens the form for a new game, and expands its editions and options. */
async function form(page: Page, mode = 'bots'): Promise<void> {
  await page.goto(`${host.url}#/new/${mode}`);
  await page.locator('details.more summary').click();
  await page.locator('.edition').first().waitFor();
}

/** Starts a game of an edition against bots, and waits for the person's turn. */
async function begin(page: Page, edition: string, start?: string): Promise<void> {
  await fixChance(page, 5);
  await form(page);
  await page.locator('.edition', { hasText: edition }).click();
  if (start) await page.getByRole('button', { name: start, exact: true }).click();
  await page.locator('.btn.start').click();
  await page.locator('.game-table').waitFor();
  for (;;) {
    const prompt = await untilPrompt(page);
    if (prompt === 'turn') return;
    if (prompt === 'mission') await page.locator('.mission-pick').first().click();
    else await page.keyboard.press('Space');
  }
}

/** Returns the text of an element's explanation. */
async function explanation(page: Page, of: string): Promise<string> {
  await page.locator(of).first().hover();
  const card = page.locator('.explained');
  await card.waitFor();
  const text = await card.innerText();
  await page.mouse.move(0, 0);
  await card.waitFor({ state: 'detached' });
  return text;
}

test('the form shows each edition as the engine describes it', async () => {
  const { page, context } = await visitor(browser);
  await form(page);
  const texts = await page.locator('.edition').allInnerTexts();
  expect(texts.find((text) => text.startsWith('Blast Off!'))).toContain('Its 30 planets are ours');
  expect(texts.find((text) => text.startsWith('Prototype'))).toContain('without missions');
  expect(texts.find((text) => text.startsWith('Classic'))).toContain('with secret missions');
  await page.locator('.edition', { hasText: 'Blast Off!' }).click();
  expect(await page.locator('.check').count()).toBe(0);
  await page.locator('.edition', { hasText: 'Classic' }).click();
  await page.locator('.setup .seg').first().getByRole('button', { name: '1', exact: true }).click();
  expect(await page.locator('.check').innerText()).toContain('Duel missions');
  await context.close();
});

test('r3_2: in the prototype home yields no energy, and there are no missions', async () => {
  const { page, context, pageErrors } = await visitor(browser);
  await begin(page, 'Prototype');
  expect(await explanation(page, '.hangar')).toContain('Ships at home produce nothing.');
  expect(await page.locator('.secret, .mat .seal').count()).toBe(0);
  expect(pageErrors).toEqual([]);
  await context.close();
});

test('r7_3: Blast Off! marks the spaces whose dice can be followed, and has one converter space', async () => {
  const { page, context, pageErrors } = await visitor(browser);
  await begin(page, 'Blast Off!');
  expect(await page.locator('.bay .slot').count()).toBe(6);
  expect(await page.locator('.bay .slot.followable').count()).toBe(3);
  expect(await page.locator('.conv .slot').count()).toBe(1);
  expect(await explanation(page, '.bay .slot.followable')).toContain('may follow the die on this space');
  expect(await explanation(page, '.conv .label')).toContain('pay 1 energy or 1 culture');
  expect(await page.locator('.mat').innerText()).toMatch(/galaxy/i);
  expect(pageErrors).toEqual([]);
  await context.close();
});

test('r12_6: in a solo game nobody follows, and no space is marked', async () => {
  const { page, context } = await visitor(browser);
  await page.goto(`${host.url}#/new/solo`);
  await page.locator('.rogue-pick').first().click();
  await untilPrompt(page);
  expect(await page.locator('.bay .slot.followable').count()).toBe(0);
  expect(await explanation(page, '.bay .label')).toContain('Nobody follows your dice');
  expect(await page.locator('.rogue .skull').count()).toBe(1);
  await context.close();
});

test('r1_6: the starting player can be chosen and is marked', async () => {
  const { page, context } = await visitor(browser);
  await begin(page, 'Prototype', 'Kepler');
  expect(await page.locator('.rival', { hasText: 'Kepler' }).locator('.starter').count()).toBe(1);
  expect(await page.locator('.starter').count()).toBe(1);
  await context.close();
});
