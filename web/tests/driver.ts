/** Plays at the table as a person does: by mouse, by touch or by keyboard. */

import type { Locator, Page } from 'playwright-core';

/** All elements that glow now, that is, that can be selected. */
export const GLOWING = 'main [data-spot][tabindex="0"], main button[data-spot]';

/** The kind of a prompt. */
export type PromptKind = 'mission' | 'follow' | 'question' | 'dice' | 'turn' | 'over';

const PROMPTS: [PromptKind, string][] = [
  ['over', '.end-page'],
  ['mission', '.mission-pick'],
  ['follow', '.follow'],
  ['question', '.choices:not(.ship-choice)'],
  ['dice', '.tray.choosing'],
  ['turn', '.btn.end:not([aria-disabled=true]), .acts > :last-child:not([aria-disabled=true])'],
];

/** Polling interval in milliseconds. Polling at each frame would make the browser draw frames without changes. */
const POLL_INTERVAL = 15;
/** Options of waits; the timeout is long enough for a busy machine. */
export const WAIT_OPTIONS = { polling: POLL_INTERVAL, timeout: 120_000 };

/** Returns the first of these selectors that matches an element of the page. */
function firstMatch(page: Page, ...selectors: string[]): Promise<string | null> {
  return page.evaluate((all) => all.find((selector) => document.querySelector(selector)) ?? null, selectors);
}

/** Returns the current prompt, if any. */
export async function currentPrompt(page: Page): Promise<PromptKind | null> {
  const selector = await firstMatch(page, ...PROMPTS.map(([, where]) => where));
  return PROMPTS.find(([, where]) => where === selector)?.[0] ?? null;
}

/** Waits for a prompt, or for the end of the game. */
export async function untilPrompt(page: Page): Promise<PromptKind> {
  const found = page.waitForFunction((all) => all.find(([, where]) => document.querySelector(where))?.[0], PROMPTS, WAIT_OPTIONS);
  return (await (await found).jsonValue()) as PromptKind;
}

/** Clicks an element, even if another one covers it. */
async function point(target: Locator): Promise<void> {
  await target.click({ force: true });
}

/** Uses one die: to colonise if possible, else on a glowing spot, else without effect. */
export async function useDie(page: Page, number: number): Promise<void> {
  const die = page.locator(`[data-die="${number}"]`);
  await die.click();
  const answer = page.locator(`${GLOWING}, .coach .chip`);
  await answer.first().waitFor();
  const best = await firstMatch(page, '.node.final.legal', '.node.legal', '.coach .chip.legal', GLOWING, '.coach .chip');
  if (best) await point(page.locator(best).first());
  await chooseShip(page);
}

/** Chooses the first ship if several can move. The prompt appears right after the click on the target. */
export async function chooseShip(page: Page): Promise<void> {
  const ships = page.locator('.ship-choice .btn');
  if ((await ships.count()) > 0) await ships.first().click();
}

async function version(page: Page): Promise<string> {
  return page
    .locator('.game-table, .phone-table, .end-page')
    .first()
    .evaluate((table) => `${table.dataset['version'] ?? ''}:${String(table.classList.contains('end-page'))}`);
}

/** Returns the position of an element. */
export async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${String(element)} is not visible`);
  return box;
}

/** Waits until the version of the table differs from `before`, or the page contains an element that matches `or`. */
async function untilChanged(page: Page, before: string, options: { timeout: number; or?: string }): Promise<void> {
  await page.waitForFunction(
    ({ before, or }) => {
      if (or !== undefined && document.querySelector(or)) return true;
      const table = document.querySelector<HTMLElement>('.game-table, .phone-table, .end-page');
      return table !== null && `${table.dataset['version'] ?? ''}:${String(table.classList.contains('end-page'))}` !== before;
    },
    { before, or: options.or },
    { polling: POLL_INTERVAL, timeout: options.timeout },
  );
}

/** Runs an action and waits until the table has changed. */
export async function waitForChange(page: Page, act: () => Promise<void>): Promise<void> {
  const before = await version(page);
  await act();
  await untilChanged(page, before, WAIT_OPTIONS).catch(async () => {
    const messages = await page.locator('.coach, .follow, .choices, .note').allInnerTexts();
    throw new Error(`nothing changed, and the table says: ${messages.join(' / ')}`);
  });
}

/**
 * Resolves as soon as an element with a text is visible, even if it soon disappears again. Call it before the action that shows the element:
 * a locator looks only now and then.
 */
export function untilShown(page: Page, selector: string, text = ''): Promise<void> {
  return page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          const found = [...document.querySelectorAll(wanted.selector)].some(
            (element) => element.textContent.includes(wanted.text) && element.checkVisibility({ visibilityProperty: true }),
          );
          if (!found) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
      }),
    { selector, text },
  );
}

/** Waits until two replays show the same move. */
export async function untilSameMove(a: Page, b: Page): Promise<void> {
  const count = (page: Page) => page.locator('.scrubber .count').innerText();
  const deadline = Date.now() + WAIT_OPTIONS.timeout;
  for (;;) {
    const [one, other] = [await count(a), await count(b)];
    if (one === other) return;
    if (Date.now() > deadline) throw new Error(`the replays differ: ${one} and ${other}`);
    await a.waitForTimeout(POLL_INTERVAL);
  }
}

/** Plays until the game is over: uses up to `dice` dice per turn, and never follows. */
export async function playByPointing(page: Page, dice = 2): Promise<void> {
  let used = 0;
  for (;;) {
    const kind = await untilPrompt(page);
    if (kind === 'over') return;
    const acts = kind === 'turn' && used < dice && (await page.locator('[data-die="0"]').count()) > 0;
    await answer(page, kind, acts ? 'die' : 'end');
    used = kind === 'turn' ? (acts ? used + 1 : 0) : used;
  }
}

/** Returns the first unselected die; null while the last selection is still being processed, because the prompt is then outdated. */
async function freeDie(page: Page): Promise<{ die: number; place: number } | null> {
  const found = await page.locator('.tray.choosing .die').evaluateAll((dice) => {
    const place = dice.findIndex((die) => die.getAttribute('aria-pressed') === 'false');
    return { die: (dice[place] as HTMLElement | undefined)?.dataset['die'], place };
  });
  if (found.die !== undefined) return { die: Number(found.die), place: found.place };
  await page.waitForTimeout(20);
  return null;
}

/** Selects a die for an ability, or rolls the selected ones. */
async function chooseDice(
  page: Page,
  how: { die: (number: number, place: number) => Promise<void>; roll: (button: Locator) => Promise<void> },
): Promise<void> {
  const button = page.locator('.btn.reroll.primary, .acts .btn.primary:not([aria-disabled=true])').first();
  if ((await button.count()) > 0) return waitForChange(page, () => how.roll(button));
  const free = await freeDie(page);
  if (free !== null) await how.die(free.die, free.place);
}

/** The buttons of a question; answers that have a spot on the board glow there and have no button. */
const CHOICES = '.choices:not(.ship-choice) :is(.btn:not(.quiet), .die:not([aria-disabled=true]))';

/** Maximum time for a click on an answer to take effect, in milliseconds. */
const CLICK_TIMEOUT = 2_000;

/**
 * Answers a question. Its buttons disappear when their spots begin to glow, so a click may have no effect. The function therefore clicks
 * again until the table changes or asks which ship to move.
 */
async function answerQuestion(page: Page): Promise<void> {
  const before = await version(page);
  const deadline = Date.now() + WAIT_OPTIONS.timeout;
  while ((await version(page)) === before && (await page.locator('.ship-choice').count()) === 0) {
    if (Date.now() > deadline) throw new Error('no click answers the question');
    const selector = await firstMatch(page, CHOICES, GLOWING);
    if (selector === null) await page.waitForTimeout(POLL_INTERVAL);
    else if (await tryClick(page.locator(selector).first()))
      await untilChanged(page, before, { timeout: CLICK_TIMEOUT, or: '.ship-choice' }).catch(() => undefined);
  }
  await chooseShip(page);
}

/** Clicks an element, even if another one covers it; returns false if it disappears first. */
function tryClick(target: Locator): Promise<boolean> {
  return target.click({ force: true, timeout: CLICK_TIMEOUT }).then(
    () => true,
    () => false,
  );
}

/** Answers the prompt: takes the first choice, or passes; in a turn, uses a die or ends the turn. */
export async function answer(page: Page, kind: PromptKind, turn: 'die' | 'end'): Promise<void> {
  if (kind === 'mission') await waitForChange(page, () => page.locator('.mission-pick').first().click());
  else if (kind === 'follow') await waitForChange(page, () => page.locator('.follow .go .btn:not(.icon-only)').last().click());
  else if (kind === 'question') await waitForChange(page, () => answerQuestion(page));
  else if (kind === 'dice')
    await chooseDice(page, {
      die: (die) =>
        page
          .locator(`.tray [data-die="${die}"]`)
          .click({ timeout: 5_000 })
          .catch(() => undefined),
      roll: (button) => button.click(),
    });
  else if (kind === 'turn') await waitForChange(page, () => (turn === 'die' ? useDie(page, 0) : endTurn(page)));
}

/** Ends the turn, and confirms if dice are left. */
export async function endTurn(page: Page): Promise<void> {
  const before = await page.locator('.game-table, .phone-table').first().getAttribute('data-version');
  const button = page.locator('.btn.end, .acts > :last-child').first();
  await button.click();
  const again = page.locator('.coach .end-anyway');
  // Either the confirmation appears, or the turn has ended.
  await page.waitForFunction(
    (was) =>
      document.querySelector<HTMLElement>('.game-table, .phone-table')?.dataset['version'] !== was ||
      document.querySelector('.coach .chip') !== null,
    before,
    WAIT_OPTIONS,
  );
  if ((await again.count()) > 0) await again.click();
}

/** Answers a question by keyboard: with its first button, or the first glowing spot. */
async function answerByKeys(page: Page): Promise<void> {
  await page.locator(`${CHOICES}, ${GLOWING}`).first().waitFor();
  if ((await page.locator(CHOICES).count()) > 0) return page.keyboard.press('1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  if ((await page.locator('.ship-choice').count()) > 0) await page.keyboard.press('Tab').then(() => page.keyboard.press('Enter'));
}

/** Tries a move by keyboard on a page that compares moves and does not play them; `done` matches as soon as the move is complete. */
export async function tryByKeys(page: Page, done: Locator): Promise<void> {
  while ((await done.count()) === 0) {
    const kind = await untilPrompt(page);
    const sure = page.locator('.coach .end-anyway');
    if (kind === 'question') await answerByKeys(page);
    else await page.keyboard.press(kind === 'follow' ? ' ' : kind === 'turn' ? 'e' : '1');
    await done.or(sure).or(page.locator(CHOICES)).first().waitFor();
    if (kind === 'turn' && (await sure.count()) > 0) await page.keyboard.press('e').then(() => done.waitFor());
  }
}

/** Presses Tab until an element has the focus, then Enter. */
export async function enterByTab(page: Page, selector: string): Promise<void> {
  const isFocused = () => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  await page.locator(selector).first().waitFor();
  for (let presses = 0; presses < 200; presses++) {
    if (await isFocused()) return page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${selector}`);
}

/** Plays by keyboard only. */
export async function playByKeys(page: Page): Promise<void> {
  const key = (name: string): Promise<void> => page.keyboard.press(name);
  let used = 0;
  for (;;) {
    const prompt = await untilPrompt(page);
    if (prompt === 'over') return;
    if (prompt === 'mission') await waitForChange(page, () => key('1'));
    else if (prompt === 'question') await waitForChange(page, () => answerByKeys(page));
    else if (prompt === 'follow') await waitForChange(page, () => key(used % 2 ? 'f' : ' '));
    else if (prompt === 'dice') await chooseDice(page, { die: (_, place) => key(String(place + 1)), roll: () => key('r') });
    else if (used % 3 < 1 && (await page.locator('[data-die="0"]').count()) > 0) {
      used += 1;
      await key('1');
      await page.locator(`${GLOWING}, .coach .chip`).first().waitFor();
      await waitForChange(page, async () => {
        if ((await page.locator(GLOWING).count()) > 0) await key('Tab');
        await key('Enter');
        if ((await page.locator('.ship-choice').count()) > 0) await key('Tab').then(() => key('Enter'));
      });
    } else {
      used += 1;
      await waitForChange(page, async () => {
        const before = await page.locator('.game-table').getAttribute('data-version');
        await key('e');
        await page.waitForFunction(
          (was) =>
            document.querySelector<HTMLElement>('.game-table')?.dataset['version'] !== was ||
            document.querySelector('.coach .chip') !== null,
          before,
          WAIT_OPTIONS,
        );
        if ((await page.locator('.coach .end-anyway').count()) > 0) await key('e');
      });
    }
  }
}
