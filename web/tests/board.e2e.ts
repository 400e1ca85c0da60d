import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boxOf, untilShown, waitForChange, GLOWING } from './driver';
import { DEVICES, launch, newContext } from './harness/browser';
import { resizeTo, SCREENS, screenVisitor, type Screen } from './harness/screens';
import { serve, type Host } from './harness/server';
import { longName, openPosition, positionOf } from './positions';

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

const screenOf = (name: string): Screen => {
  const found = SCREENS.find((screen) => screen.name === name);
  if (!found) throw new Error(`there is no screen ${name}`);
  return found;
};

/** Opens a position on a screen. */
async function openAt(screen: string, position: string): Promise<Page> {
  const { page } = await screenVisitor(browser, screenOf(screen), 'en');
  await openPosition(page, host.url, positionOf(position));
  return page;
}

test('the mission shows its current score', async () => {
  const page = await openAt('desk-1440', 'start');
  const standing = await page.locator('.thumb.secret .standing').innerText();
  expect(standing.replace(/\s+/g, ' ')).toBe('you 1 Mira 0 Kepler 0 → +3');
  await page.context().close();
});

test('the text of the mission is below its name, also without colonies', async () => {
  const { page } = await screenVisitor(browser, screenOf('tablet-820'), 'en');
  const start = positionOf('start');
  const setup = start.setup.map((line) => line.replace(' colonies leandra', ''));
  await openPosition(page, host.url, { ...start, name: 'bare', setup });
  const [name, text] = await Promise.all(['h3', 'p'].map((part) => boxOf(page.locator(`.thumb.secret > ${part}`).first())));
  expect(text?.y).toBeGreaterThan((name?.y ?? 0) + (name?.height ?? 0) - 1);
  await page.context().close();
});

test('with many players, badges stand for their names in the score of the mission', async () => {
  const page = await openAt('desk-1440', 'crowded');
  const standing = page.locator('.thumb.secret .standing');
  expect((await standing.innerText()).replace(/\s+/g, ' ')).toMatch(/^you 4 .* 2 .* 2 .* 1 .* 2 → \+3$/);
  expect(await standing.locator('.badge').count()).toBe(4);
  expect(await standing.locator('.sr-only').allInnerTexts()).toEqual(['Mira', 'Kepler', 'Solveig', 'Ada'].map(longName));
  await page.context().close();
});

test('nine colonies and the mission fit on a desk; on a tablet, the list fades out where it continues', async () => {
  const page = await openAt('desk-1440', 'crowded');
  const list = page.locator('.mat .worlds');
  const isWhole = () => list.evaluate((one) => one.scrollHeight <= one.clientHeight + 1);
  expect(await isWhole()).toBe(true);
  await resizeTo(page, screenOf('tablet-1024'));
  expect(await isWhole()).toBe(false);
  const more = () => list.getAttribute('data-more');
  await expect.poll(more).toBe('below');
  await list.evaluate((one) => one.scrollTo(0, 20));
  await expect.poll(more).toBe('above below');
  await list.evaluate((one) => one.scrollTo(0, one.scrollHeight));
  await expect.poll(more).toBe('above');
  await page.context().close();
});

test('five players leave room for their names and their chances in the top bar', async () => {
  const page = await openAt('desk-1440', 'crowded');
  await page.locator('.winbar b').nth(1).waitFor();
  const widths = await page.locator('.order li > span:not(.badge)').evaluateAll((all) => all.map((one) => one.clientWidth));
  expect(Math.min(...widths)).toBeGreaterThan(70);
  for (const screen of ['desk-1280', 'desk-1920']) {
    await resizeTo(page, screenOf(screen));
    expect((await boxOf(page.locator('.winbar'))).width, screen).toBeGreaterThan(140);
  }
  await page.context().close();
});

test('usable colonies stand out, and glow when the die is picked up', async () => {
  const page = await openAt('desk-1440', 'crowded');
  await page.locator('.thumb.ready').first().waitFor();
  const ready = await page.locator('.thumb.ready h3').allInnerTexts();
  await page.locator('.die.colony').first().click();
  await page.locator('.thumb.legal').first().waitFor();
  expect(await page.locator('.thumb.legal h3').allInnerTexts()).toEqual(ready);
  await page.context().close();
});

test('the log summarises each turn in a line, oldest first, and unfolds it', async () => {
  const page = await openAt('desk-1440', 'start');
  const lines = (await page.locator('.log summary').allInnerTexts()).map((line) => line.replace(/\s+/g, ' ').trim());
  expect(lines).toEqual([
    'Mira Move ship → Nagato, Energy +2; Kepler followed +1 Energy',
    'Kepler Diplomacy Jakks +1, Energy +1; Mira followed +2 Energy',
  ]);
  await page.locator('.log summary').first().click();
  await page.locator('.log details[open] li').first().waitFor();
  await page.context().close();
});

/** Clicks the first of these buttons as soon as the page enables it, before the game continues. */
function clickWhenEnabled(page: Page, selector: string): Promise<void> {
  return page.evaluate(
    (enabled) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          const button = document.querySelector<HTMLElement>(enabled);
          if (!button) return;
          observer.disconnect();
          button.click();
          resolve();
        });
        observer.observe(document.body, { childList: true, subtree: true, attributes: true });
      }),
    `${selector}:not([aria-disabled=true])`,
  );
}

test('the turns of others can be paused, stepped through and skipped', async () => {
  const context = await newContext(browser, { ...DEVICES.desktop, locale: 'en-GB' });
  const page = await context.newPage();
  await openPosition(page, host.url, positionOf('start'));
  const version = () => page.locator('main').getAttribute('data-version');
  const button = (name: string) => page.locator('.watch').getByRole('button', { name });
  await page.locator('.btn.end').click();
  const pausing = clickWhenEnabled(page, '.watch .btn');
  await page.locator('.end-anyway').click();
  await pausing;
  await button('Resume').waitFor();
  const paused = await version();
  // Reading a card, and keys that act only in the viewer's own turn, do not end the pause.
  await page.locator('.card h2').first().click();
  await page.keyboard.press('Shift');
  await page.keyboard.press('e');
  await page.locator('.coach .why', { hasText: 'It is Mira’s turn.' }).waitFor();
  expect(await version()).toBe(paused);
  await button('Next').click();
  await page.waitForFunction((was) => document.querySelector('main')?.getAttribute('data-version') !== was, paused);
  await button('Resume').waitFor();
  await button('Skip').click();
  await page.locator('.btn.end:not([aria-disabled=true]), .follow').first().waitFor();
  await context.close();
});

test('the dice that the Rogue rolls are shown', async () => {
  const context = await newContext(browser, { ...DEVICES.desktop, locale: 'en-GB' });
  const page = await context.newPage();
  await openPosition(page, host.url, positionOf('rogue'));
  await page.locator('.btn.end').click();
  const rolled = untilShown(page, '.theirs-tray [role=img][aria-label="Diplomacy not usable"]');
  await page.locator('.end-anyway').click();
  await rolled;
  await context.close();
});

test('the layout follows a tablet’s window that becomes as narrow as a phone, also behind a dialog', async () => {
  const page = await openAt('tablet-820', 'start');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('dialog[open]').waitFor();
  const { width, height } = screenOf('phone-360');
  await page.setViewportSize({ width, height });
  await page.locator('main.phone').waitFor();
  // If the browser zoomed out to show the content of the wide layout, the window would still seem to be wide.
  expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
  await page.context().close();
});

test('the name of a rival opens the whole mat on a desk and a tablet', async () => {
  for (const screen of ['desk-1440', 'tablet-820']) {
    const page = await openAt(screen, 'crowded');
    await page.locator('.open-rival').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('.sheet .thumb', { hasText: 'Helios' }).locator('p').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.sheet').waitFor({ state: 'detached' });
    await page.context().close();
  }
});

test('on a phone with a low screen, a tap on a planet shows its whole ability', async () => {
  const page = await openAt('phone-360', 'crowded');
  await page.locator('.row-open').nth(2).tap();
  const card = page.locator('[role=tooltip]');
  await card.waitFor();
  expect(await card.innerText()).toContain('equal to the number of its space');
  // With a die in hand, the tap says what the die does instead.
  await page.locator('.die.energy').tap();
  await page.locator('.mk.energy.legal, .coach .chip.legal').first().waitFor();
  await page.locator('.row-open').nth(2).tap();
  await page.locator('.coach .why', { hasText: 'Energy does nothing here.' }).waitFor();
  await page.context().close();
});

test('the names of four rivals are visible on a phone in portrait orientation', async () => {
  const page = await openAt('phone-360', 'crowded');
  const names = page.locator('.mtop .name');
  expect(await names.allInnerTexts()).toEqual(positionOf('crowded').names.slice(1));
  const boxes = await names.evaluateAll((all) => all.map((name) => [getComputedStyle(name).visibility, name.clientWidth > 30]));
  expect(boxes).toEqual(Array(4).fill(['visible', true]));
  await page.context().close();
});

test('colonies are one tap away on a phone, with their whole text', async () => {
  const page = await openAt('phone-360', 'crowded');
  await page.locator('.open-mat').tap();
  await page.locator('.sheet .thumb', { hasText: 'CLJ-0517' }).scrollIntoViewIfNeeded();
  expect(await page.locator('.sheet .thumb p').count()).toBeGreaterThan(9);
  await page.context().close();
});

test('if a die can be used in only one way, a second click uses it', async () => {
  const page = await openAt('desk-1440', 'solo');
  const die = page.locator('.die.energy');
  await die.click();
  await page.locator('.mk.energy.legal').waitFor();
  await waitForChange(page, () => die.click());
  await page.locator('.bay .die.energy').waitFor();
  await page.context().close();
});

test('an impossible action explains why', async () => {
  const page = await openAt('desk-1440', 'start');
  await page.getByRole('button', { name: 'Undo' }).click({ force: true });
  await page.locator('.coach .why', { hasText: 'nothing to undo' }).waitFor();
  await page.context().close();
});

test('a player follows a move on the board', async () => {
  const page = await openAt('desk-1440', 'follow');
  await waitForChange(page, () => page.locator('.follow .go .primary').click());
  await page.getByText('Choose a glowing place on the board.').waitFor();
  expect(await page.locator('.choices .btn:not(.quiet)').count()).toBe(0);
  await page.locator('[data-spot="space:2:0"]').click({ force: true });
  // Several ships can go there: each one is named by its location, and glows.
  const ships = await page.locator('.ship-choice .btn').allInnerTexts();
  expect(new Set(ships).size).toBe(ships.length);
  expect(ships).toContain('From home');
  expect(await page.locator(GLOWING).count()).toBe(ships.length);
  await waitForChange(page, () => page.locator('.ship-choice .btn').last().click());
  await page.context().close();
});

test('the converter of blast-off asks step by step', async () => {
  const page = await openAt('desk-1440', 'blast-off');
  await page.locator('.conv .convert').click();
  await page.locator('.choices .btn').first().waitFor();
  expect(await page.locator('.choices .btn:not(.quiet)').count()).toBe(2);
  expect(await page.locator(GLOWING).count()).toBe(0);
  await page.locator('.choices .btn').first().click();
  await page.locator('.tray.choosing .die.culture').click();
  await page.locator('.choices .die.move').click();
  await page.locator('.node.legal').first().waitFor();
  await page.locator('[data-spot="space:2:0"]').click({ force: true });
  expect(await page.locator('.ship-choice .btn').count()).toBeLessThanOrEqual(2);
  await page.context().close();
});

test('only rerolled dice are animated, and each keeps its place, even if it shows the same face again', async () => {
  const context = await newContext(browser, { ...DEVICES.desktop, locale: 'en-GB' });
  const page = await context.newPage();
  await openPosition(page, host.url, positionOf('reroll'));
  const faces = () => page.locator('.tray .die').evaluateAll((dice) => dice.map((die) => die.querySelector('use')?.getAttribute('href')));
  const before = await faces();
  await page.keyboard.press('r');
  await page.locator('.tray.choosing .die.move').first().click();
  await page.locator('.tray.choosing .die.energy').click();
  await waitForChange(page, () => page.locator('.btn.reroll').click());
  expect(await faces()).toEqual(before);
  expect(await page.locator('.tray .die').evaluateAll((dice) => dice.map((die) => die.classList.contains('rolling')))).toEqual([
    true,
    false,
    true,
  ]);
  await context.close();
});

test('without animations, the rolled dice are marked and named, even if they show the same faces again', async () => {
  const page = await openAt('desk-1440', 'reroll');
  await page.keyboard.press('r');
  await page.locator('.tray.choosing .die.move').first().click();
  await page.locator('.tray.choosing .die.energy').click();
  await waitForChange(page, () => page.locator('.btn.reroll').click());
  await page.locator('.coach', { hasText: 'Rolled: Move ship, Energy.' }).waitFor();
  const isMarked = (die: Element) => {
    const { outlineStyle, animationName } = getComputedStyle(die);
    return [outlineStyle, animationName];
  };
  const [rolled, kept, alsoRolled] = await Promise.all([0, 1, 2].map((i) => page.locator('.tray .die').nth(i).evaluate(isMarked)));
  expect([rolled, kept, alsoRolled]).toEqual([
    ['solid', 'none'],
    ['none', 'none'],
    ['solid', 'none'],
  ]);
  await page.context().close();
});

test('keys and clicks that are not possible now explain why', async () => {
  const page = await openAt('desk-1440', 'steal');
  const reason = async () => (await page.locator('.why').innerText()).replace(/\s+/g, ' ').trim();
  await page.keyboard.press('c');
  await page.locator('.why').waitFor();
  expect(await reason()).toMatch(/R5\.1$/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await page.getByText('Select the dice to reroll.').first().waitFor();
  await page.keyboard.press('r');
  await page.locator('.why', { hasText: 'Select at least one die first.' }).waitFor();
  await page.keyboard.press('e');
  await page.locator('.why', { hasText: 'Answer the question first.' }).waitFor();
  expect(await reason()).toMatch(/R2\.2$/);
  await page.keyboard.press('Escape');
  await page.locator('.die.energy').click();
  await page.locator('[data-spot="disc:2"]').first().click({ force: true });
  await page.locator('.why', { hasText: 'Energy does nothing here.' }).waitFor();
  await openPosition(page, host.url, positionOf('follow'));
  await page.locator('.watch .btn').first().click({ force: true });
  await page.locator('.follow .why', { hasText: 'Answer the question first.' }).waitFor();
  await page.context().close();
});
