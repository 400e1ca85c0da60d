/** Tests of the gallery, the rules by edition, and the settings for sound and colour. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoProblems } from './harness/axe';
import { DEVICES, launch, newContext, visitor } from './harness/browser';
import { serve, type Host } from './harness/server';
import { fits } from './online';
import { openPosition, positionOf } from './positions';

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

test('the gallery filters the planets of each edition', async () => {
  const { page, context, pageErrors } = await visitor(browser, 'phone');
  await page.goto(`${host.url}#/gallery`);
  const cards = page.locator('.cards > li');
  await cards.first().waitFor();
  const all = await cards.count();
  expect(all).toBeGreaterThan(30);
  await page.getByRole('button', { name: 'Diplomacy' }).click();
  await page.getByRole('searchbox').fill('culture');
  expect(await cards.count()).toBeLessThan(all / 2);
  await page.getByRole('button', { name: 'Diplomacy' }).click();
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: '3 points' }).click();
  const threes = await cards.count();
  expect(threes).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Ships', exact: true }).click();
  expect(await cards.count()).toBeLessThan(threes);
  expect(await fits(page)).toBe(true);
  await page.getByRole('button', { name: 'Missions' }).click();
  expect(await cards.count()).toBe(12);
  await page.getByRole('searchbox').fill('noble');
  expect(await cards.count()).toBe(1);
  await page.getByRole('button', { name: 'Rogues' }).click();
  await page.getByText('No card contains this text.').waitFor();
  await page.getByRole('button', { name: 'Prototype' }).click();
  await page.getByRole('button', { name: 'Missions' }).click();
  await page.getByText('This edition has no missions.').waitFor();
  await page.getByRole('button', { name: 'Glossary' }).click();
  await page.locator('dt', { hasText: 'Converter' }).waitFor();
  await expectNoProblems(page, 'gallery');
  expect(pageErrors).toEqual([]);
  await context.close();
});

test('the rules have contents, highlights, and an edition', async () => {
  const { page, context } = await visitor(browser);
  await page.goto(`${host.url}#/rules`);
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('button', { name: 'R6' }).click();
  await page.locator('#chapter-R6 table').waitFor();
  await page.getByRole('searchbox').fill('converter');
  expect((await page.locator('.rulebook mark').first().innerText()).toLowerCase()).toBe('converter');
  await page.getByRole('combobox', { name: 'Edition' }).selectOption('blast-off');
  await page.getByRole('searchbox').fill('R5');
  await page.locator('#rule-R5\\.2').waitFor();
  expect(await page.locator('#rule-R5\\.1').count()).toBe(0);
  await page.goto(`${host.url}#/rules/R12.8`);
  await page.locator('#rule-R12\\.8.lit-rule').waitFor();
  await page.getByRole('combobox', { name: 'Edition' }).selectOption('blast-off');
  await page.locator('#rule-R12\\.8').waitFor({ state: 'detached' });
  await context.close();
});

test('the rules have pictures, examples and tables of the edition, and can be printed', async () => {
  const { page, context, pageErrors } = await visitor(browser, 'phone');
  await page.goto(`${host.url}#/rules`);
  await page.locator('#chapter-R12 table').first().waitFor();
  expect(await page.locator('#chapter-R11 tbody tr').count()).toBe(12);
  expect(await page.locator('#chapter-R12 table').count(), 'one table for each Rogue').toBe(5);
  for (let number = 1; number <= 14; number++) {
    const chapter = `R${number}`;
    const example = page.locator(`#chapter-${chapter} figure`);
    expect(await example.innerText(), chapter).toMatch(/^Example|Example/);
    expect(await example.locator('svg').count(), chapter).toBeGreaterThan(0);
  }
  expect(await page.locator('#chapter-R3 .faces dt').count()).toBe(6);
  expect(await page.locator('#chapter-R4 figure').innerText()).toContain('it is free');
  await expectNoProblems(page, 'rules');
  expect(await fits(page)).toBe(true);
  await page.getByRole('combobox', { name: 'Edition' }).selectOption('blast-off');
  await page.locator('#chapter-R4 figure', { hasText: 'pays 1 energy' }).waitFor();
  expect(await page.locator('#chapter-R11 table').count()).toBe(0);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.find').isVisible()).toBe(false);
  const colour = (where: string) =>
    page
      .locator(where)
      .first()
      .evaluate((e) => getComputedStyle(e).color);
  for (const where of ['#chapter-R4 p', '#chapter-R4 figcaption', '#chapter-R6 td'])
    expect(await colour(where), where).toBe('rgb(0, 0, 0)');
  expect(pageErrors).toEqual([]);
  await context.close();
});

test('high contrast is black and white', async () => {
  const { page, context } = await visitor(browser);
  await page.addInitScript(() => localStorage.setItem('orrery.settings', '{"language":"en","contrast":"high","sound":"on"}'));
  await page.goto(`${host.url}#/games`);
  const colours = await page.evaluate(() => {
    const { backgroundColor, color, backgroundImage } = getComputedStyle(document.body);
    return [backgroundColor, color, backgroundImage];
  });
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 'none']);
  await page.getByRole('button', { name: 'Settings' }).click();
  for (const name of ['volume', 'ambience', 'theme']) await page.locator(`#set-${name}`).waitFor();
  await context.close();
});

test('planets, galaxies and stars are painted', async () => {
  // Pages of `visitor` show empty pictures.
  const context = await newContext(browser, { ...DEVICES.desktop, locale: 'en-GB' });
  const page = await context.newPage();
  await openPosition(page, host.url, positionOf('start'));
  for (const part of ['.card .planet', '.mat .galaxy', '.stars']) {
    await page.waitForFunction((where) => document.querySelector<HTMLElement>(where)?.style.backgroundImage, part);
    const colours = await page.evaluate(async (where) => {
      const address = /url\("(.*)"\)/.exec(document.querySelector<HTMLElement>(where)?.style.backgroundImage ?? '')?.[1] ?? '';
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight);
      const brush = canvas.getContext('2d');
      brush?.drawImage(picture, 0, 0);
      const data = brush?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return new Set(new Uint32Array(Uint8Array.from(data).buffer)).size;
    }, part);
    expect(colours, part).toBeGreaterThan(100);
  }
  await context.close();
});
