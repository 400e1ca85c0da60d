/**
 * Tests that every page and dialog fits every screen and has large touch targets and no serious axe findings, and that nothing covers the
 * links and buttons of the home page.
 */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousProblems } from './harness/axe';
import { launch } from './harness/browser';
import { GameServer } from './harness/orrery';
import { coveredTargets, smallTargets } from './harness/overflow';
import { LOCALES, resizeTo, SCREENS, screenVisitor } from './harness/screens';
import { openPosition, positionOf } from './positions';
import { SCENES, type Scene } from './scenes';

/** A crowded table; layout.e2e.ts checks its texts. */
const TABLE: Scene = { name: 'table', open: (page, url) => openPosition(page, url, positionOf('crowded')) };

/** Timeout of a scene in milliseconds: a review takes long on a busy machine. */
const LONG = 900_000;

let server: GameServer;
let browser: Browser;

beforeAll(async () => {
  server = await GameServer.open();
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Returns the elements that reach beyond the left or right edge. */
function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found = document.documentElement.scrollWidth > width ? ['the page'] : [];
    for (const element of document.querySelectorAll<HTMLElement>(
      ':is(main, dialog) :is(h1, h2, p, b, small, a, button, label, li, td, input, select)',
    )) {
      const { left, right, height } = element.getBoundingClientRect();
      const scrolls = element.closest('.scroll, .lane, .strip, .auto, .coach > p, .chips');
      if (!height || scrolls || getComputedStyle(element).visibility === 'hidden') continue;
      if (right > width + 1 || left < -1) found.push(`${element.tagName}.${element.className} ${element.textContent.slice(0, 40)}`);
    }
    return found;
  });
}

/** Returns the parts of the table that the controls of a replay or puzzle cover, or that are off the screen. */
function hiddenParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelector('.scrubber, .review-panel')?.getBoundingClientRect();
    if (!controls) return [];
    return [...document.querySelectorAll('.lane, .lane > *, .dock, .planets, .console, .mat')]
      .filter((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const isCovered = left < controls.right && controls.left < right && top < controls.bottom && controls.top < bottom;
        const lane = part.parentElement?.closest('.lane')?.getBoundingClientRect();
        if (lane && bottom > lane.bottom + 1) return true;
        return isCovered || bottom > innerHeight + 1 || bottom - top < 40;
      })
      .map((part) => `${part.className} is hidden`);
  });
}

const cases = [true, false].flatMap((touch) => (Object.keys(LOCALES) as (keyof typeof LOCALES)[]).map((language) => ({ touch, language })));

describe.each(cases)('touch $touch, $language', ({ touch, language }) => {
  const screens = SCREENS.filter((screen) => screen.touch === touch);

  // identity.e2e.ts checks the identity page on every screen.
  test.each([...SCENES.filter(({ name }) => name !== 'identity'), TABLE])(
    '$name',
    async (scene) => {
      const [first] = screens;
      if (!first) throw new Error('no screens');
      const { page, context, pageErrors } = await screenVisitor(browser, first, language);
      // Less than the timeout of the test, so that a failed wait reports the missing element.
      context.setDefaultTimeout(LONG / 2);
      const open = () => scene.open(page, server.url);
      await open();
      const found: string[] = [];
      for (const screen of screens) {
        await resizeTo(page, screen, 'body', open);
        const lines = [
          ...(await misfits(page)),
          ...(await hiddenParts(page)),
          ...(touch ? await smallTargets(page) : []),
          ...(scene.name.startsWith('home') ? await coveredTargets(page, '.hero :is(.die, .ship)') : []),
        ];
        found.push(...lines.map((line) => `${screen.name}: ${line}`));
      }
      expect(found).toEqual([]);
      await page.evaluate(() => document.querySelectorAll('details').forEach((fold) => (fold.open = true)));
      expect(await seriousProblems(page)).toEqual([]);
      // Without an identity, the server answers requests for it with status 401.
      expect(pageErrors.filter((line) => !line.includes('status of 401'))).toEqual([]);
      await context.close();
    },
    LONG,
  );
});

test('the actions of a game are in one row on the narrowest phone, in German', async () => {
  const games = SCENES.find(({ name }) => name === 'games');
  const narrowest = SCREENS.find(({ name }) => name === 'phone-360');
  if (!games || !narrowest) throw new Error('no such scene or screen');
  const { page, context } = await screenVisitor(browser, narrowest, 'de');
  await games.open(page, server.url);
  const rows = await page
    .locator('.shelf-acts')
    .evaluateAll((all) => all.map((acts) => new Set([...acts.children].map((act) => act.getBoundingClientRect().top)).size));
  expect(rows).toEqual([1, 1]);
  await context.close();
});
