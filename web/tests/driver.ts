/** How a person plays at the table, by mouse, by touch or by keys. */

import type { Locator, Page } from 'playwright-core';

/** Everything that is drawn as something one can point at now. */
export const GLOWING = 'main [data-spot][tabindex="0"], main button[data-spot]';

/** What a person can be asked. */
export type Asked = 'mission' | 'follow' | 'question' | 'dice' | 'turn' | 'over';

const ASKED: [Asked, string][] = [
  ['over', '.end-page'],
  ['mission', '.mission-pick'],
  ['follow', '.follow'],
  ['question', '.choices'],
  ['dice', '.tray.choosing'],
  ['turn', '.btn.end:enabled, .acts > :last-child:enabled'],
];

/** How often a page looks whether what we wait for is there, in milliseconds. Looking at each frame would
 * make the browser draw frames that nothing has changed in. */
const LOOK = 15;
/** Only what stands still fails: a busy machine takes its time. */
export const STILL = { polling: LOOK, timeout: 120_000 };

/** The first of these that is on the page. */
function first(page: Page, ...places: string[]): Promise<string | null> {
  return page.evaluate((all) => all.find((place) => document.querySelector(place)) ?? null, places);
}

/** What is asked of the person now, if anything. */
export async function asked(page: Page): Promise<Asked | null> {
  const place = await first(page, ...ASKED.map(([, where]) => where));
  return ASKED.find(([, where]) => where === place)?.[0] ?? null;
}

/** Waits until something is asked of the person, or the game is over. */
export async function untilAsked(page: Page): Promise<Asked> {
  const found = page.waitForFunction((all) => all.find(([, where]) => document.querySelector(where))?.[0], ASKED, STILL);
  return (await (await found).jsonValue()) as Asked;
}

/** Points at something; a piece of a drawing may be overlapped by another, as fingers know. */
async function point(target: Locator): Promise<void> {
  await target.click({ force: true });
}

/** Uses one die by pointing: at what colonises, else at what glows, else for nothing. */
export async function useDie(page: Page, number: number): Promise<void> {
  const die = page.locator(`[data-die="${number}"]`);
  await die.click();
  const answer = page.locator(`${GLOWING}, .coach .chip`);
  await answer.first().waitFor();
  const best = await first(page, '.node.final.legal', '.node.legal', '.coach .chip.legal', GLOWING, '.coach .chip');
  if (best) await point(page.locator(best).first());
  await chooseShip(page);
}

/** Where several ships can go: the first. The question stands as soon as the target was clicked. */
export async function chooseShip(page: Page): Promise<void> {
  const ships = page.locator('.which-ship ~ .chip');
  if ((await ships.count()) > 0) await ships.first().click();
}

async function version(page: Page): Promise<string> {
  return page
    .locator('.game-table, .phone-table, .end-page')
    .first()
    .evaluate((table) => `${table.dataset['version'] ?? ''}:${String(table.classList.contains('end-page'))}`);
}

/** Where something is on the page. */
export async function boxOf(thing: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await thing.boundingBox();
  if (!box) throw new Error(`${String(thing)} is not visible`);
  return box;
}

/** Does something and waits until the table has changed by it. */
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

/** Takes part until the game is over: a die or two in each turn; passes what is offered. */
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

/** The number of the first die that is not chosen yet. None while the last choice is taken in: what was
 * asked a moment ago is then no longer asked. */
async function freeDie(page: Page): Promise<number | null> {
  const numbers = await page
    .locator('.tray.choosing .die[aria-pressed=false]')
    .evaluateAll((dice) => dice.map((die) => (die as HTMLElement).dataset['die']));
  if (numbers[0] !== undefined) return Number(numbers[0]);
  await page.waitForTimeout(20);
  return null;
}

/** Chooses a die that an ability wants, or rolls those that were chosen. */
async function chooseDice(
  page: Page,
  how: { die: (number: number) => Promise<void>; roll: (button: Locator) => Promise<void> },
): Promise<void> {
  const button = page.locator('.btn.reroll.primary:enabled, .acts .btn.primary:enabled').first();
  if ((await button.count()) > 0) return changes(page, () => how.roll(button));
  const die = await freeDie(page);
  if (die !== null) await how.die(die);
}

/** Answers what is asked: the first choice, a pass; in the turn with a die or its end. */
export async function answer(page: Page, kind: Asked, turn: 'die' | 'end'): Promise<void> {
  if (kind === 'mission') await changes(page, () => page.locator('.mission-pick').first().click());
  else if (kind === 'follow') await changes(page, () => page.locator('.follow .go .btn').last().click());
  else if (kind === 'question') await changes(page, () => page.locator('.choices :is(.btn:not(.quiet), .die):enabled').first().click());
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

/** Ends the turn, and says so again if dice are left. */
export async function endTurn(page: Page): Promise<void> {
  const before = await page.locator('.game-table, .phone-table').first().getAttribute('data-version');
  const button = page.locator('.btn.end, .acts > :last-child').first();
  await button.click();
  const again = page.locator('.coach .end-anyway');
  // Either the question comes, or the turn has ended.
  await page.waitForFunction(
    (was) =>
      document.querySelector<HTMLElement>('.game-table, .phone-table')?.dataset['version'] !== was ||
      document.querySelector('.coach .chip') !== null,
    before,
    STILL,
  );
  if ((await again.count()) > 0) await again.click();
}

/** The same with nothing but keys. */
export async function playByKeys(page: Page): Promise<void> {
  const key = (name: string): Promise<void> => page.keyboard.press(name);
  let used = 0;
  for (;;) {
    const asked = await untilAsked(page);
    if (asked === 'over') return;
    if (asked === 'mission' || asked === 'question') await changes(page, () => key('1'));
    else if (asked === 'follow') await changes(page, () => key(used % 2 ? 'f' : ' '));
    else if (asked === 'dice') await chooseDice(page, { die: (die) => key(String(die + 1)), roll: () => key('r') });
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
