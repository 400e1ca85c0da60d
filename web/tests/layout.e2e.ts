/** Tests that no text overflows: at the table, in the layers over it, and on the end page, on every screen, at every text size. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layoutOf } from '../src/lib/table/layout';
import { launch, type Visitor } from './harness/browser';
import { brokenWords, collisions, overflows, overlappingButtons, scrolled, smallTargets } from './harness/overflow';
import { LOCALES, resizeTo, SCREENS, screenVisitor, TEXT_SIZES, type Screen } from './harness/screens';
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

/**
 * Checks a part of the open page at every text size. The text of elements that match `whole` must not scroll, and texts within an element
 * that matches `apart` must not overlap, nor buttons within one that matches `buttons`. Words of elements that match `words` must not break.
 */
async function check(
  page: Page,
  where: string,
  { part = 'body', whole = '', apart = '', buttons = '', words = '' } = {},
): Promise<string[]> {
  const found: string[] = [];
  for (const size of TEXT_SIZES) {
    const isTouch = await page.evaluate((text) => {
      document.documentElement.dataset['text'] = text;
      for (const fold of document.querySelectorAll('details')) fold.open = true;
      return matchMedia('(pointer: coarse)').matches;
    }, size);
    const lines = [
      ...(await overflows(page, part)),
      ...(isTouch ? await smallTargets(page) : []),
      ...(whole ? await scrolled(page, whole) : []),
      ...(apart ? await collisions(page, apart) : []),
      ...(buttons ? await overlappingButtons(page, buttons) : []),
      ...(words ? await brokenWords(page, words) : []),
    ];
    found.push(...lines.map((line) => `${where}, ${size}: ${line}`));
  }
  return found;
}

/** A layer over the table. */
interface Layer {
  name: string;
  /** The button that opens it. On a screen without this button, the table itself shows the content. */
  button: string;
  part: '.sheet' | 'dialog[open]';
  /** Buttons to press in the layer. All of them keep their changed text, because pressing them by script does not move the focus. */
  press?: string;
}

const LAYERS: readonly Layer[] = [
  { name: 'own mat', button: '.open-mat', part: '.sheet' },
  { name: 'mat of a rival', button: '.mtop-open', part: '.sheet' },
  { name: 'log', button: '.open-log', part: 'dialog[open]' },
  {
    name: 'menu',
    button: ':is(.topbar, .mtop) .btn:has(use[href="#menu"])',
    part: 'dialog[open]',
    press: '.menu-list > .btn:has(use:is([href="#replay"], [href="#bot"], [href="#close"]))',
  },
  { name: 'deck', button: '.topbar .open-deck', part: 'dialog[open]' },
];

/** Opens a layer if the screen has it, checks it, and closes it again. */
async function checkLayer(page: Page, screen: Screen, { name, button, part, press }: Layer): Promise<string[]> {
  const opener = page.locator(button).filter({ visible: true }).first();
  if ((await opener.count()) === 0) return [];
  await opener.click();
  const layer = page.locator(part);
  await layer.waitFor();
  const found = await check(page, `${screen.name}, ${name}`, { part });
  if (press !== undefined) {
    await page.locator(press).evaluateAll((all) => all.forEach((one) => (one as HTMLElement).click()));
    await layer.locator('.danger').last().waitFor();
    found.push(...(await check(page, `${screen.name}, ${name} with questions`, { part })));
  }
  await page.keyboard.press('Escape');
  await layer.waitFor({ state: 'detached' });
  return found;
}

/** Pauses the game of bots that the page will open before their first move, because they need no time without animations. */
async function pauseAtOnce(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const pause = document.querySelector<HTMLElement>('.watch .btn:not([aria-disabled=true])');
      if (!pause) return;
      observer.disconnect();
      pause.click();
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
}

const HINT_DIALOG: Layer = { name: 'reasons of the hint', button: '.hint-why', part: 'dialog[open]' };

const cases = [true, false].flatMap((touch) => (Object.keys(LOCALES) as (keyof typeof LOCALES)[]).map((language) => ({ touch, language })));

describe.each(cases)('touch $touch, $language', ({ touch, language }) => {
  const screens = SCREENS.filter((screen) => screen.touch === touch);

  /** Opens a page on the first screen. */
  function visit(): Promise<Visitor> {
    const [first] = screens;
    if (!first) throw new Error('no screens');
    return screenVisitor(browser, first, language);
  }

  /** Runs a check on every screen, without reloading the page. */
  async function onScreens(page: Page, one: (screen: Screen) => Promise<string[]>): Promise<void> {
    const found: string[] = [];
    for (const screen of screens) {
      const isTable = (await page.locator('.end-page').count()) === 0;
      await resizeTo(page, screen, isTable ? `main.${layoutOf(screen.width, screen.height)}` : 'body');
      found.push(...(await one(screen)));
    }
    expect(found).toEqual([]);
  }

  test.each(['start', 'long-follow', 'solo'])('no text overflows: %s', async (position) => {
    const { page, context, pageErrors } = await visit();
    await openPosition(page, host.url, positionOf(position));
    await onScreens(page, (screen) => check(page, screen.name, { buttons: '.console, .dock' }));
    expect(pageErrors).toEqual([]);
    await context.close();
  });

  test('no text overflows: a game that one only watches', async () => {
    const { page, context, pageErrors } = await visit();
    await pauseAtOnce(page);
    await openPosition(page, host.url, positionOf('watched'));
    await page.locator('.watch .btn[aria-pressed=true]').waitFor();
    await onScreens(page, (screen) => check(page, screen.name));
    expect(pageErrors).toEqual([]);
    await context.close();
  });

  test('no text overflows: the reason why a die does not act somewhere', async () => {
    const { page, context, pageErrors } = await visit();
    await openPosition(page, host.url, positionOf('idle'));
    await page.locator('.die.energy').click();
    const planet = page.locator('.row-open, .card [data-spot^="disc"]').filter({ visible: true });
    await planet.first().click({ force: true });
    await page.locator('.why').waitFor();
    await onScreens(page, (screen) => check(page, screen.name, { whole: '.dock .coach > p' }));
    expect(pageErrors).toEqual([]);
    await context.close();
  });

  test('no text overflows: the full table, its layers and a hint', async () => {
    const { page, context, pageErrors } = await visit();
    await openPosition(page, host.url, positionOf('crowded'));
    await onScreens(page, async (screen) => {
      const found = await check(page, screen.name);
      for (const layer of LAYERS) found.push(...(await checkLayer(page, screen, layer)));
      return found;
    });
    await page.keyboard.press('h');
    await page.locator('.advice').waitFor();
    await onScreens(page, async (screen) => [
      ...(await check(page, `${screen.name}, hint`, { part: '.console, .dock', whole: '.coach.advises > p' })),
      ...(await checkLayer(page, screen, HINT_DIALOG)),
    ]);
    expect(pageErrors).toEqual([]);
    await context.close();
  });

  test('no text overflows: the choice of a ship', async () => {
    const { page, context, pageErrors } = await visit();
    await openPosition(page, host.url, positionOf('crowded'));
    await page.locator('.die.move').click();
    await page.locator('.node.legal').first().waitFor();
    await page.locator('[data-spot="space:5:0"]').first().click({ force: true });
    await page.locator('.ship-choice').waitFor();
    const options = { part: '.ship-choice', whole: '.ship-choice', apart: '.console, .dock' };
    await onScreens(page, (screen) => check(page, screen.name, options));
    expect(pageErrors).toEqual([]);
    await context.close();
  });

  test('no text overflows: a picked die with several targets in the coach line', async () => {
    const { page, context, pageErrors } = await visit();
    await openPosition(page, host.url, positionOf('crowded'));
    await page.locator('.die.colony').first().click();
    await page.locator('.thumb.legal, .coach .chip').first().waitFor();
    await onScreens(page, (screen) => check(page, screen.name, { part: '.coach', whole: '.dock .coach', apart: '.console, .dock' }));
    expect(pageErrors).toEqual([]);
    await context.close();
  });

  test.each(['e', 'r'])('no text overflows: the question in the coach line after the key %s', async (key) => {
    const { page, context, pageErrors } = await visit();
    await openPosition(page, host.url, positionOf('crowded'));
    await page.keyboard.press(key);
    await page.locator('.coach .chip').waitFor();
    const options = { part: '.coach', whole: '.coach > p, .dock .coach', apart: '.console, .dock' };
    await onScreens(page, (screen) => check(page, screen.name, options));
    expect(pageErrors).toEqual([]);
    await context.close();
  });

  test('no text overflows: the explanation of a planet with many ships', async () => {
    const { page, context, pageErrors } = await visit();
    await openPosition(page, host.url, positionOf('crowded'));
    await onScreens(page, async (screen) => {
      const planet = page.locator('.row-open').filter({ visible: true });
      if ((await planet.count()) === 0) return [];
      await planet.first().click();
      await page.locator('.explained').waitFor();
      const found = await check(page, screen.name, { part: '.explained', whole: '.explained' });
      await page.keyboard.press('Escape');
      await page.locator('.explained').waitFor({ state: 'detached' });
      return found;
    });
    expect(pageErrors).toEqual([]);
    await context.close();
  });

  test('no text overflows: a hint for a follow', async () => {
    const { page, context, pageErrors } = await visit();
    await openPosition(page, host.url, positionOf('long-follow'));
    await page.keyboard.press('h');
    await page.locator('.advised .advice').waitFor();
    await onScreens(page, (screen) => check(page, screen.name, { part: '.follow', whole: '.advised > p', apart: '.follow' }));
    expect(pageErrors).toEqual([]);
    await context.close();
  });

  test('no text overflows: the end page of a game and of its replay', async () => {
    const { page, context, pageErrors } = await visit();
    await openPosition(page, host.url, positionOf('ended'));
    await page.locator('.facts .btn').click();
    await page.locator('.dice-check').waitFor();
    const names = { words: '.who, h1' };
    await onScreens(page, (screen) => check(page, screen.name, names));
    // The replay has no viewer, so its title names the winner.
    await page.goto(`${host.url}#/replay/ended`);
    await page.locator('.scrubber button:has(use[href="#crown"])').click();
    await page.locator('.end-page svg[role=img]').waitFor();
    await onScreens(page, (screen) => check(page, `${screen.name}, replay`, names));
    expect(pageErrors).toEqual([]);
    await context.close();
  });
});
