/** Tests the requirements of the table on every reference screen. Each screen opens one page, because loading it is slow. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layoutOf } from '../src/lib/table/layout';
import { boxOf, GLOWING, untilShown, waitForChange } from './driver';
import { launch } from './harness/browser';
import { SCREENS, screenVisitor, type Screen } from './harness/screens';
import { serve, type Host } from './harness/server';
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

const open = (page: Page, position: string): Promise<void> => openPosition(page, host.url, positionOf(position));
const layoutAt = ({ width, height }: Screen) => layoutOf(width, height);
const isSmall = (screen: Screen): boolean => ['phone', 'landscape'].includes(layoutAt(screen));
const visible = (page: Page, selector: string) => page.locator(selector).filter({ visible: true });

/** Expects that nothing else moves when a die is picked up. */
async function expectNoMoves(page: Page): Promise<void> {
  await open(page, 'crowded');
  const places = async () => {
    const boxes = await Promise.all(
      ['[data-slot="1"]', '[data-slot="6"]', '.console, .dock'].map((one) => boxOf(page.locator(one).first())),
    );
    return boxes.map(({ x, y, width, height }) => [x, y, width, height].map(Math.round));
  };
  const before = await places();
  for (const face of ['colony', 'energy', 'move']) {
    await page.locator(`.die.${face}`).first().click();
    await page.locator(`.die.${face}[aria-pressed=true]`).first().waitFor();
    await visible(page, `${GLOWING}, .coach .chip`).first().waitFor();
    expect(await places()).toEqual(before);
  }
}

/** Expects that a glowing colony is in view on the mat, even with huge text. */
async function expectGlowInView(page: Page): Promise<void> {
  await page.evaluate(() => (document.documentElement.dataset['text'] = 'huge'));
  await page.locator('.die.colony').first().click();
  await page.waitForFunction(() => {
    const frame = document.querySelector('.worlds')?.getBoundingClientRect();
    return [...document.querySelectorAll('.thumb.legal')].some((colony) => {
      const { top, height } = colony.getBoundingClientRect();
      const middle = top + height / 2;
      return frame !== undefined && middle >= frame.top && middle <= frame.bottom;
    });
  });
  await page.evaluate(() => (document.documentElement.dataset['text'] = 'normal'));
}

/** Expects that usable colonies stand out on the table, and that a small screen lists all colonies by name. */
async function expectColonies(page: Page, screen: Screen): Promise<void> {
  await open(page, 'crowded');
  const mark = isSmall(screen) ? '.open-mat.ready .usable, .world-chip.ready' : '.thumb.ready';
  await visible(page, mark).first().waitFor();
  if (!isSmall(screen)) return expectGlowInView(page);
  await page.locator('.open-mat').tap();
  await page.locator('.sheet .thumb.ready').first().waitFor();
  expect(await page.locator('.sheet .thumb:not(.secret)').count()).toBe(9);
  await page.locator('.sheet-close').tap();
  // With up to five planets, there is room for the names.
  await open(page, 'start');
  await visible(page, '.world-chip').first().waitFor();
}

/** Expects a log of readable height, or a button that opens it. */
async function expectLog(page: Page, screen: Screen): Promise<void> {
  if (layoutAt(screen) === 'wide') {
    await open(page, 'crowded');
    const log = visible(page, '.side > .log');
    const isThere = (await log.count()) > 0 && (await boxOf(log)).height >= 180;
    expect(isThere || (await visible(page, '.open-log').count()) > 0, 'the log').toBe(true);
  }
  await open(page, 'start');
  const button = visible(page, '.open-log');
  if ((await button.count()) > 0) {
    expect(await button.getAttribute('aria-label')).toBe('Since your last turn: 2 turns');
    await button.click();
    await page.locator('dialog .log .since').waitFor();
    await page.keyboard.press('Escape');
  } else await visible(page, '.log .since').waitFor();
}

/** Expects that four ships can be chosen on the board or by buttons, and that the buttons overlap neither each other nor the bay. */
async function expectShips(page: Page, screen: Screen): Promise<void> {
  await open(page, 'crowded');
  await page.locator('.die.move').click();
  await page.locator('.node.legal').first().waitFor();
  await page.locator('[data-spot="space:5:0"]').first().click({ force: true });
  const ships = page.locator('.ship-choice .btn');
  await ships.first().waitFor();
  expect(await ships.count()).toBe(4);
  // A small screen does not show ships at home.
  expect(await page.locator(GLOWING).count()).toBe(isSmall(screen) ? 3 : 4);
  const boxes = await Promise.all((await ships.all()).map(boxOf));
  const bay = visible(page, '.bay');
  const others = (await bay.count()) > 0 ? [await boxOf(bay)] : [];
  const frame = await boxOf(page.locator('.ship-choice'));
  for (const [i, box] of boxes.entries()) {
    expect(box.y + box.height, 'visible').toBeLessThanOrEqual(frame.y + frame.height + 1);
    for (const other of [...boxes.slice(i + 1), ...others])
      expect(
        box.x + box.width <= other.x || other.x + other.width <= box.x || box.y + box.height <= other.y || other.y + other.height <= box.y,
      ).toBe(true);
  }
}

/** Expects a hint for a follow, and that the viewer can follow a move by clicking the board. */
async function expectFollow(page: Page, screen: Screen): Promise<void> {
  await open(page, 'follow');
  // A small screen has no top bar with a hint button.
  await visible(page, isSmall(screen) ? '.follow .btn:has(use[href="#hint"])' : '.topbar .btn:has(use[href="#hint"])').click();
  await page.locator('.follow .advice').waitFor();
  await page.locator('[data-spot="space:2:0"]').first().click({ force: true });
  await waitForChange(page, () => page.locator('.follow .ship-choice .btn').last().click());
}

/** Expects the marks of the editions, and the steps of the Blast Off! converter. */
async function expectEditions(page: Page): Promise<void> {
  await open(page, 'solo');
  expect(await visible(page, '.bay ol .slot').count()).toBe(7);
  expect(await page.locator('.bay .slot.followable').count()).toBe(0);
  await open(page, 'blast-off');
  expect(await visible(page, '.bay ol .slot').count()).toBe(6);
  expect(await visible(page, '.bay ol .slot.followable').count()).toBe(3);
  expect(await visible(page, ':is(.conv, .converter) .slot.followable').count()).toBe(1);
  await visible(page, '.convert, [data-convert]').click();
  await page.locator('.choices .btn').first().waitFor();
  expect(await page.locator('.choices .btn:not(.quiet)').count()).toBe(2);
  await page.locator('.choices .btn').first().click();
  await page.locator('.tray.choosing .die.culture').click();
  await page.locator('.choices .die.move').click();
  await page.locator('.node.legal').first().waitFor();
}

/** Expects that a disabled button explains why it is disabled, and that a landing without effect is marked. */
async function expectReasons(page: Page): Promise<void> {
  await open(page, 'idle');
  const reroll = visible(page, '.btn.reroll, .acts .btn:has(use[href="#reroll"])');
  await reroll.click();
  await page.locator('.tray.choosing').waitFor();
  await reroll.click({ force: true });
  expect(await page.locator('.coach .why').innerText()).toContain('Select at least one die first.');
  expect(await page.locator('.coach .rule-link').innerText()).toBe('R4.1');
  await page.keyboard.press('Escape');
  await page.locator('.die.move').first().click();
  await visible(page, '[data-slot="3"] .gain-tag.idle').waitFor();
  expect(await page.locator('[data-slot="1"] .gain-tag.idle').count()).toBe(0);
}

/** Expects that the table shows the deck and the planets that left the game. */
async function expectDeck(page: Page, screen: Screen): Promise<void> {
  await open(page, 'crowded');
  if (isSmall(screen)) await page.getByRole('button', { name: 'Menu' }).click();
  await visible(page, isSmall(screen) ? 'dialog .open-deck' : '.topbar .open-deck').click();
  const gone = page.getByRole('list', { name: 'Out of the game' });
  await gone.getByText('Gort').waitFor();
  expect(await gone.locator('li').count()).toBe(3);
  await page.keyboard.press('Escape');
}

/** Expects that gains and losses float over the mats of the players. */
async function expectFloats(page: Page, screen: Screen): Promise<void> {
  await open(page, 'steal');
  await page.locator('.die.colony').click();
  const target = visible(page, '.thumb.legal .card-hit, .world-chip.legal, .coach .chip.legal[data-spot^="planet"]').first();
  await target.waitFor();
  const [own, rival] = isSmall(screen) ? ['.self', '.mtop li'] : ['.mat', '.rival'];
  const floats = Promise.all([untilShown(page, `${own} > .floats b`, '+1'), untilShown(page, `${rival} > .floats b`, '−1')]);
  await waitForChange(page, () => target.click());
  await floats;
}

test.each(SCREENS)('the table meets its requirements on $name', async (screen) => {
  const { page, context, pageErrors } = await screenVisitor(browser, screen, 'en');
  await expectNoMoves(page);
  await expectColonies(page, screen);
  await expectLog(page, screen);
  await expectShips(page, screen);
  await expectFollow(page, screen);
  await expectEditions(page);
  await expectReasons(page);
  await expectDeck(page, screen);
  await expectFloats(page, screen);
  expect(pageErrors).toEqual([]);
  await context.close();
});
