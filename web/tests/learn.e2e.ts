/** Tests of the tutorial: its lessons, their place on every screen, and the way to a first game. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LESSONS, lessonNumber, type Lesson } from '../src/lib/learn/lessons';
import { layoutOf } from '../src/lib/table/layout';
import { endTurn, GLOWING, untilPrompt } from './driver';
import { launch, visitor } from './harness/browser';
import { LOCALES, resizeTo, SCREENS, screenVisitor } from './harness/screens';
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

/** Opens a lesson, and waits until the learner can act. */
async function openLesson(page: Page, lesson: Lesson): Promise<void> {
  const number = LESSONS.indexOf(lesson) + 1;
  await page.goto(`${host.url}#/learn/${number}`);
  await page.locator('.lesson small', { hasText: new RegExp(` ${number} `) }).waitFor();
  await page.locator('.follow, [data-die="0"]').first().waitFor();
}

/** Waits until the tutorial highlights an element. */
async function untilHighlighted(page: Page, where: string): Promise<void> {
  const style = () =>
    page
      .locator(where)
      .first()
      .evaluate((element) => getComputedStyle(element).outlineStyle);
  await expect.poll(style, { timeout: 60_000 }).toBe('dashed');
}

/** Clicks a spot that glows. */
const clickSpot = (page: Page, spot: string) => page.locator(`[data-spot="${spot}"][tabindex="0"]`).first().click({ force: true });

/** Picks up a die. */
const pickUp = (page: Page, face: string) => page.locator(`.tray .die.${face}`).first().click();

/** Selects the first dice of the tray. */
async function markDice(page: Page, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await page.locator('.tray.choosing .die[aria-pressed=false]').first().click();
    await page.locator('.tray.choosing .die[aria-pressed=true]').nth(i).waitFor();
  }
}

/** The actions that complete each lesson. */
const SOLUTIONS: Record<string, (page: Page) => Promise<void>> = {
  move: (page) => pickUp(page, 'move').then(() => clickSpot(page, 'space:1:0')),
  advance: (page) => pickUp(page, 'diplomacy').then(() => clickSpot(page, 'space:1:2')),
  land: async (page) => {
    await pickUp(page, 'move');
    await clickSpot(page, 'disc:3');
    await page.getByRole('button', { name: 'Use the ability' }).click();
  },
  gain: (page) => pickUp(page, 'energy').then(() => page.locator('.mk.energy.legal').click()),
  upgrade: (page) => pickUp(page, 'colony').then(() => page.locator('.coach .chip.legal').first().click()),
  reroll: async (page) => {
    await page.locator('.btn.reroll').click();
    await markDice(page, 2);
    await page.locator('.btn.reroll.primary').click();
  },
  convert: async (page) => {
    await page.locator('.btn.convert').click();
    await markDice(page, 1);
    await page.locator('.tray.choosing .die.culture[aria-pressed=false]').click();
    await page.locator('.conv .die').nth(1).waitFor();
    await page.locator('.tray.choosing .die.economy').click();
    await page.locator('.choices .die.diplomacy').click();
  },
  colony: (page) => pickUp(page, 'colony').then(() => page.locator('.thumb.legal').first().click({ force: true })),
  follow: (page) => clickSpot(page, 'space:1:2'),
  end: (page) => endTurn(page),
};

test('the lessons lead from the first ship to the end of the game', () => {
  expect(LESSONS.map(({ name }) => name)).toEqual([
    'move',
    'advance',
    'land',
    'gain',
    'upgrade',
    'reroll',
    'convert',
    'colony',
    'follow',
    'end',
  ]);
});

test('the tutorial is offered first, states the goal, and reacts to a wrong action', async () => {
  const { page, context, pageErrors } = await visitor(browser);
  await page.goto(host.url);
  await page.locator('.go', { hasText: 'Learn in 5 minutes' }).click();
  await page.getByRole('heading', { name: 'Be the first to 21 points' }).waitFor();
  await page.getByRole('link', { name: 'Start the first lesson' }).click();
  await untilHighlighted(page, '.die.move');
  await pickUp(page, 'move');
  await page.locator('.disc.legal').first().click({ force: true });
  await page.getByText('not what this lesson is about').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await untilHighlighted(page, '.die.move');
  await pickUp(page, 'move');
  await page.locator('.node.start.legal').first().click({ force: true });
  await page.getByText('Well done.').waitFor();
  expect(pageErrors).toEqual([]);
  await context.close();
});

test('every lesson can be completed, and the last leads to a first game with the tutor', async () => {
  const { page, context, pageErrors } = await visitor(browser);
  await openLesson(page, lessonNumber(1));
  for (const lesson of LESSONS) {
    await page.locator('.lesson small', { hasText: `Lesson ${LESSONS.indexOf(lesson) + 1} ` }).waitFor();
    await untilHighlighted(page, lesson.highlight);
    await SOLUTIONS[lesson.name]?.(page);
    await page.locator('.lesson b').waitFor();
    await page.locator('.lesson .btn.primary').click();
  }
  await page.locator('.mission-pick').first().click();
  await untilPrompt(page);
  const settings = await page.evaluate(() => JSON.parse(localStorage.getItem('orrery.settings') ?? '{}') as Record<string, string>);
  expect(settings).toMatchObject({ follow: 'beginner', tutor: 'on' });
  await page.locator('.side', { hasText: 'Cadet' }).waitFor();
  await page.goto(host.url);
  await page.locator('.go', { hasText: 'Continue' }).waitFor();
  expect(await page.locator('.go', { hasText: 'Learn' }).count()).toBe(0);
  expect(pageErrors).toEqual([]);
  await context.close();
});

/** Returns a line for each part of the table that the lesson hides, and another one if no element to use is in view. */
function hidden(page: Page, use: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const found: string[] = [];
    const lesson = document.querySelector('.lesson')?.getBoundingClientRect() ?? new DOMRect();
    const overlap = (a: DOMRect, b: DOMRect): boolean =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    for (const part of document.querySelectorAll('.topbar, .mtop, .planets, .lane, .console, .dock, .mat, .rival'))
      if (overlap(part.getBoundingClientRect(), lesson)) found.push(`the lesson covers ${part.className}`);
    const task = document.querySelector('.lesson .task');
    if (!task || task.scrollHeight > task.clientHeight + 1) found.push(`the text of the lesson is ${task?.scrollHeight} high`);
    /** Returns whether the middle of an element is in view, and nothing covers it. */
    const isInView = (element: Element): boolean => {
      const { left, top, width, height } = (element.querySelector('.hit') ?? element).getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return width > 0 && hit !== null && (element.contains(hit) || hit.closest('[data-spot]') !== null);
    };
    const lane = document.querySelector('.lane, .planets')?.getBoundingClientRect() ?? new DOMRect();
    // A phone with a low screen shows the colonies if the lesson is about them; then the planets scroll.
    const scrolls = innerHeight < 740 && (document.querySelector('.strip')?.checkVisibility() ?? false);
    for (const planet of scrolls ? [] : document.querySelectorAll('.lane .world-row, .planets .card')) {
      const { top, bottom, height } = planet.getBoundingClientRect();
      if (top < lane.top - 1 || bottom > Math.min(lane.bottom, innerHeight) + 1 || height < 43.5)
        found.push(`${planet.textContent} is hidden`);
    }
    const targets = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    if (!targets.some(isInView)) found.push(`${selector} is not in view`);
    return found;
  }, use);
}

const cases = [true, false].flatMap((touch) => (Object.keys(LOCALES) as (keyof typeof LOCALES)[]).map((language) => ({ touch, language })));

describe.each(cases)('touch $touch, $language', ({ touch, language }) => {
  const screens = SCREENS.filter((screen) => screen.touch === touch);

  test.each(LESSONS)('the lesson $name hides nothing on any screen', async (lesson) => {
    const [first] = screens;
    if (!first) throw new Error('no screens');
    const { page, context, pageErrors } = await screenVisitor(browser, first, language);
    await openLesson(page, lesson);
    const found: string[] = [];
    for (const screen of screens) {
      await resizeTo(page, screen, `main.${layoutOf(screen.width, screen.height)}`);
      const check = async (use: string) => found.push(...(await hidden(page, use)).map((line) => `${screen.name}: ${line}`));
      await check(lesson.highlight);
      if (!lesson.highlight.startsWith('.tray')) continue;
      const targets = `${GLOWING}, .coach .chip`;
      // A pointer on the edge of a die makes the die rise, leave the pointer, and drop again, endlessly; so move the pointer away.
      await page.mouse.move(0, 0);
      await page.locator(lesson.highlight).first().click();
      await page.locator(targets).first().waitFor();
      await check(targets);
      await page.keyboard.press('Escape');
    }
    expect(found).toEqual([]);
    expect(pageErrors).toEqual([]);
    await context.close();
  });
});
