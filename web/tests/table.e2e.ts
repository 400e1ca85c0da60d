import { writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForChange, playByKeys, playByPointing, untilPrompt, useDie } from './driver';
import { seriousProblems } from './harness/axe';
import { DEVICES, fixChance, launch, newContext, visitor } from './harness/browser';
import { temporary } from './harness/files';
import { serve, type Host } from './harness/server';

/** Timeout of a whole game in milliseconds. A game that hangs fails earlier, at one of its waits. */
const WHOLE_GAME = 900_000;

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

async function begin(page: Page, mode: string, button: string): Promise<void> {
  await page.goto(host.url);
  await page.locator(`a.mode[href$="${mode}"]`).click();
  await page.locator(button).first().click();
  await page.locator('.game-table, .phone-table').waitFor();
}

test('the first die is two clicks from the home page', async () => {
  const { page, context, pageErrors } = await visitor(browser);
  await begin(page, 'solo', '.rogue-pick');
  await page.locator('[data-die="0"]').waitFor();
  expect(pageErrors).toEqual([]);
  await context.close();
});

test(
  'a whole game against bots by mouse, with verified dice',
  async () => {
    const { page, context, pageErrors } = await visitor(browser);
    await fixChance(page, 3);
    await page.addInitScript(() => localStorage.setItem('orrery.choices', '{"rivals":"1","level":"admiral"}'));
    await begin(page, 'bots', '.start');
    await playByPointing(page);
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Check the dice' }).click();
    await page.getByRole('status').filter({ hasText: 'The dice were fair' }).waitFor();
    const verdict = await page.locator('.dice-check').innerText();
    expect(verdict).toContain('In a game without a server');
    expect(verdict).not.toMatch(/receipt|Proof level/);
    expect(pageErrors).toEqual([]);
    await context.close();
  },
  WHOLE_GAME,
);

test(
  'a whole game by keyboard',
  async () => {
    const { page, context, pageErrors } = await visitor(browser);
    await fixChance(page, 3);
    await page.addInitScript(() => localStorage.setItem('orrery.choices', '{"rivals":"1","level":"admiral"}'));
    await page.goto(`${host.url}#/new/bots`);
    await page.locator('.start:enabled').focus();
    await page.keyboard.press('Enter');
    await playByKeys(page);
    expect(pageErrors).toEqual([]);
    await context.close();
  },
  WHOLE_GAME,
);

test(
  'a solo game on a phone',
  async () => {
    const { page, context, pageErrors } = await visitor(browser, 'phone');
    await fixChance(page, 3);
    await begin(page, 'solo', '.rogue-pick');
    await untilPrompt(page);
    expect(await seriousProblems(page)).toEqual([]);
    const [wide, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(wide).toBeLessThanOrEqual(shown);
    await playByPointing(page, 3);
    expect(pageErrors).toEqual([]);
    await context.close();
  },
  WHOLE_GAME,
);

test('a ship flies to its target', async () => {
  const context = await newContext(browser, { ...DEVICES.desktop, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${host.url}#/learn/1`);
  await page.locator('.die.move').click();
  const flown = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        new MutationObserver(() => document.querySelector('.flight.ship') && resolve(true)).observe(document.body, { childList: true });
      }),
  );
  await page.locator('.node.legal').first().click({ force: true });
  expect(await flown).toBe(true);
  await page.locator('.flight').waitFor({ state: 'detached' });
  expect(await page.locator('.card .afloat').evaluate((ship) => getComputedStyle(ship).visibility)).toBe('visible');
  await context.close();
});

test('animations run only on the compositor', async () => {
  const context = await newContext(browser, { ...DEVICES.desktop, locale: 'en-GB' });
  const page = await context.newPage();
  await fixChance(page, 3);
  await begin(page, 'solo', '.rogue-pick');
  await page.evaluate(() => {
    const animated = new Set<string>();
    const note = (animation: Animation): void => {
      const effect = animation.effect as KeyframeEffect;
      const names = effect.getKeyframes().flatMap((frame) => Object.keys(frame));
      for (const name of names)
        if (!/^(offset|computedOffset|easing|composite|transform|translate|rotate|scale|opacity)$/.test(name))
          animated.add(`${effect.target?.getAttribute('class') ?? ''}: ${name}`);
    };
    setInterval(() => document.getAnimations().forEach(note), 20);
    Object.assign(window, { animated });
  });
  for (let i = 0; i < 3; i++) {
    const prompt = await untilPrompt(page);
    if (prompt !== 'turn' || (await page.locator('[data-die="0"]').count()) === 0) break;
    await waitForChange(page, () => useDie(page, 0));
  }
  await page.locator('.btn.end').hover();
  expect(await page.evaluate(() => [...(window as unknown as { animated: Set<string> }).animated])).toEqual([]);
  await context.close();
});

test('a reload in the middle of a turn loses nothing', async () => {
  const { page, context } = await visitor(browser);
  await begin(page, 'solo', '.rogue-pick');
  await page.locator('[data-die="0"]').waitFor();
  const dice = () => page.locator('.tray').innerText();
  const before = await dice();
  await page.reload();
  await page.locator('[data-die="0"]').waitFor();
  expect(await dice()).toBe(before);
  await page.goto(host.url);
  await page.locator('a.go').click();
  await page.locator('[data-die="0"]').waitFor();
  expect(await dice()).toBe(before);
  await context.close();
});

test('the use of a die can be undone; then nothing is left to undo', async () => {
  const { page, context } = await visitor(browser);
  await page.goto(`${host.url}#/learn/1`);
  await page.locator('[data-die="0"]').click();
  await page.locator('.node.legal').first().click({ force: true });
  await page.locator('.bay .die').waitFor();
  await page.keyboard.press('Control+z');
  await page.locator('.bay .die').waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
  await context.close();
});

test('an illegal action shows the rule', async () => {
  const { page, context } = await visitor(browser);
  await page.goto(`${host.url}#/learn/2`);
  await page.locator('.die.diplomacy').click();
  await page.locator('.node.legal').first().waitFor();
  await page.locator('[data-spot="disc:2"] .hit').click({ force: true });
  await page.locator('.coach .why').waitFor();
  await page.locator('.coach .rule-link').click();
  await page.locator('.rulebook .lit-rule').waitFor();
  await context.close();
});

test('a replay goes from move to move, has links, and can be continued from the middle', async () => {
  const { page, context } = await visitor(browser);
  await begin(page, 'solo', '.rogue-pick');
  await untilPrompt(page);
  const id = page.url().split('/').at(-1) ?? '';
  await page.goto(`${host.url}#/replay/${id}?step=3`);
  // The cards of the opening are dealt as one move.
  await page.locator('.scrubber .count', { hasText: /^0/ }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.locator('.scrubber .count', { hasText: /^1/ }).waitFor();
  expect(page.url()).not.toContain('step=3');
  await page.locator('.scrubber .speed').click();
  await page.locator('.scrubber .speed', { hasText: '2×' }).waitFor();
  await page.getByRole('button', { name: 'Chance to win' }).click();
  await page.locator('.scrubber .graph [role=img]').waitFor();
  await page.keyboard.press('PageDown');
  await page.getByRole('button', { name: 'Play from here' }).click();
  await page.waitForURL(/#\/play\//);
  await untilPrompt(page);
  expect(page.url()).not.toContain(id);
  await context.close();
});

test('switching the language during a game translates the cards', async () => {
  const { page, context } = await visitor(browser);
  await page.goto(`${host.url}#/learn/3`);
  await page.getByText('Pay 1 energy: gain 2 culture.').waitFor();
  await page.getByRole('button', { name: 'DE', exact: true }).click();
  await page.getByText('Bezahle 1 Energie: Erhalte 2 Kultur.').waitFor();
  await page.getByRole('button', { name: 'Zug beenden' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  await page.reload();
  await page.getByRole('button', { name: 'Zug beenden' }).waitFor();
  await context.close();
});

test('a broken file is rejected with a helpful message', async () => {
  const { page, context, pageErrors } = await visitor(browser);
  const file = temporary('broken.orr');
  writeFileSync(file, 'this is no record\n');
  await page.goto(`${host.url}#/games`);
  await page.locator('input[type=file]').setInputFiles(file);
  const alertText = await page.getByRole('alert').innerText();
  expect(alertText).toContain('broken.orr');
  expect(alertText).toContain('Check the file');
  expect(pageErrors).toEqual([]);
  await context.close();
});
