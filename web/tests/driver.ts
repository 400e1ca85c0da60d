/** Plays at the table like a person: by mouse, touch or keys. */

import type { Locator, Page } from 'playwright-core';

/** All elements that look selectable now. */
export const GLOWING = 'main [data-spot][tabindex="0"], main button[data-spot]';

/** The kinds of prompts. */
export type Asked = 'mission' | 'follow' | 'question' | 'dice' | 'turn' | 'over';

const ASKED: [Asked, string][] = [
  ['over', '.end-page'],
  ['mission', '.mission-pick'],
  ['follow', '.follow'],
  ['question', '.choices'],
  ['dice', '.tray.choosing'],
  ['turn', '.btn.end:not([aria-disabled=true]), .acts > :last-child:not([aria-disabled=true])'],
];

/** Polling interval in milliseconds. Polling at each frame would make the browser draw frames without
 * changes. */
const LOOK = 15;
/** Timeout: only a page that stands still fails; a busy machine may take its time. */
export const STILL = { polling: LOOK, timeout: 120_000 };

/** Returns the first of these that is on the page. */
function first(page: Page, ...places: string[]): Promise<string | null> {
  return page.evaluate((all) => all.find((place) => document.querySelector(place)) ?? null, places);
}

/** Returns the current prompt, if any. */
export async function asked(page: Page): Promise<Asked | null> {
  const place = await first(page, ...ASKED.map(([, where]) => where));
  return ASKED.find(([, where]) => where === place)?.[0] ?? null;
}

/** Waits for a prompt, or for the end of the game. */
export async function untilAsked(page: Page): Promise<Asked> {
  const found = page.waitForFunction((all) => all.find(([, where]) => document.querySelector(where))?.[0], ASKED, STILL);
  return (await (await found).jsonValue()) as Asked;
}

/** Clicks an element; a piece of a drawing may be covered by another. */
async function point(target: Locator): Promise<void> {
  await target.click({ force: true });
}

/** Uses one die: to colonise, else on a glowing spot, else without effect. */
export async function useDie(page: Page, number: number): Promise<void> {
  const die = page.locator(`[data-die="${number}"]`);
  await die.click();
  const answer = page.locator(`${GLOWING}, .coach .chip`);
  await answer.first().waitFor();
  const best = await first(page, '.node.final.legal', '.node.legal', '.coach .chip.legal', GLOWING, '.coach .chip');
  if (best) await point(page.locator(best).first());
  await chooseShip(page);
}

/** Chooses the first ship if several can move. The prompt appears right after the click on the target. */
export async function chooseShip(page: Page): Promise<void> {
  const ships = page.locator('.which-ship ~ .chips .chip');
  if ((await ships.count()) > 0) await ships.first().click();
}

async function version(page: Page): Promise<string> {
  return page
    .locator('.game-table, .phone-table, .end-page')
    .first()
    .evaluate((table) => `${table.dataset['version'] ?? ''}:${String(table.classList.contains('end-page'))}`);
}

/** Returns the position of an element. */
export async function boxOf(thing: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await thing.boundingBox();
  if (!box) throw new Error(`${String(thing)} is not visible`);
  return box;
}

/** Runs something and waits until the table has changed. */
export async function changes(page: Page, act: () => Promise<void>): Promise<void> {
  const before = await version(page);
  await act();
  const other = page.waitForFunction(
    (was) => {
      const table = document.querySelector<HTMLElement>('.game-table, .phone-table, .end-page');
      return table !== null && `${table.dataset['version'] ?? ''}:${String(table.classList.contains('end-page'))}` !== was;
    },
    before,
    STILL,
  );
  await other.catch(async () => {
    const said = await page.locator('.coach, .follow, .choices, .note').allInnerTexts();
    throw new Error(`nothing changed, and the table says: ${said.join(' / ')}`);
  });
}

/** Plays until the game is over: one or two dice per turn; passes on follows. */
export async function playByPointing(page: Page, dice = 2): Promise<void> {
  let used = 0;
  for (;;) {
    const kind = await untilAsked(page);
    if (kind === 'over') return;
    const acts = kind === 'turn' && used < dice && (await page.locator('[data-die="0"]').count()) > 0;
    await answer(page, kind, acts ? 'die' : 'end');
    used = kind === 'turn' ? (acts ? used + 1 : 0) : used;
  }
}

/** Returns the first unselected die. None while the last selection is processed: the previous prompt
 * is then no longer valid. */
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
  const button = page.locator('.btn.reroll.primary:enabled, .acts .btn.primary:not([aria-disabled=true])').first();
  if ((await button.count()) > 0) return changes(page, () => how.roll(button));
  const free = await freeDie(page);
  if (free !== null) await how.die(free.die, free.place);
}

/** The buttons of a question; what has a place on the board glows there instead. */
const CHOICES = '.choices :is(.btn:not(.quiet), .die:not([aria-disabled=true]))';

async function answerQuestion(page: Page): Promise<void> {
  await page.locator(`${CHOICES}, ${GLOWING}`).first().waitFor();
  const place = await first(page, CHOICES, GLOWING);
  if (place) await point(page.locator(place).first());
  await chooseShip(page);
}

/** Answers the prompt: the first choice, a pass; in the turn a die or its end. */
export async function answer(page: Page, kind: Asked, turn: 'die' | 'end'): Promise<void> {
  if (kind === 'mission') await changes(page, () => page.locator('.mission-pick').first().click());
  else if (kind === 'follow') await changes(page, () => page.locator('.follow .go .btn').last().click());
  else if (kind === 'question') await changes(page, () => answerQuestion(page));
  else if (kind === 'dice')
    await chooseDice(page, {
      die: (die) =>
        page
          .locator(`.tray [data-die="${die}"]`)
          .click({ timeout: 5_000 })
          .catch(() => undefined),
      roll: (button) => button.click(),
    });
  else if (kind === 'turn') await changes(page, () => (turn === 'die' ? useDie(page, 0) : endTurn(page)));
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
    STILL,
  );
  if ((await again.count()) > 0) await again.click();
}

/** Answers a question with the keyboard: its first button, or the first glowing place. */
async function answerByKeys(page: Page): Promise<void> {
  await page.locator(`${CHOICES}, ${GLOWING}`).first().waitFor();
  if ((await page.locator(CHOICES).count()) > 0) return page.keyboard.press('1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  if ((await page.locator('.which-ship').count()) > 0) await page.keyboard.press('Tab').then(() => page.keyboard.press('Enter'));
}

/** Plays with the keyboard only. */
export async function playByKeys(page: Page): Promise<void> {
  const key = (name: string): Promise<void> => page.keyboard.press(name);
  let used = 0;
  for (;;) {
    const asked = await untilAsked(page);
    if (asked === 'over') return;
    if (asked === 'mission') await changes(page, () => key('1'));
    else if (asked === 'question') await changes(page, () => answerByKeys(page));
    else if (asked === 'follow') await changes(page, () => key(used % 2 ? 'f' : ' '));
    else if (asked === 'dice') await chooseDice(page, { die: (_, place) => key(String(place + 1)), roll: () => key('r') });
    else if (used % 3 < 1 && (await page.locator('[data-die="0"]').count()) > 0) {
      used += 1;
      await key('1');
      await page.locator(`${GLOWING}, .coach .chip`).first().waitFor();
      await changes(page, async () => {
        if ((await page.locator(GLOWING).count()) > 0) await key('Tab');
        await key('Enter');
        if ((await page.locator('.which-ship').count()) > 0) await key('Tab').then(() => key('Enter'));
      });
    } else {
      used += 1;
      await changes(page, async () => {
        const before = await page.locator('.game-table').getAttribute('data-version');
        await key('e');
        await page.waitForFunction(
          (was) =>
            document.querySelector<HTMLElement>('.game-table')?.dataset['version'] !== was ||
            document.querySelector('.coach .chip') !== null,
          before,
          STILL,
        );
        if ((await page.locator('.coach .end-anyway').count()) > 0) await key('e');
      });
    }
  }
}
