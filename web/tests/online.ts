/** Actions of players at an online table. */

import type { Page } from 'playwright-core';
import type { TableSettings } from '../src/lib/protocol';
import { answer, currentPrompt, WAIT_OPTIONS, type PromptKind } from './driver';

/** The settings of a new table. */
export interface NewTable {
  name?: string;
  seats?: number;
  clock?: 'No clock' | 'Live' | 'One day per move';
  listed?: boolean;
  /** Whether spectators are excluded. */
  closed?: boolean;
  /** Whether spectators may read the chat. */
  spectatorChat?: boolean;
  /** The number of seats for bots. */
  bots?: number;
}

/** Creates a table and takes a seat; returns the link of the table. */
export async function host(
  page: Page,
  url: string,
  { name = 'Ada', seats = 2, clock = 'No clock', listed = false, closed = false, spectatorChat = false, bots = 0 }: NewTable = {},
): Promise<string> {
  await page.goto(`${url}#/new/friends`);
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page
    .locator('fieldset', { hasText: 'Players' })
    .getByRole('button', { name: String(seats) })
    .click();
  await page.getByRole('button', { name: clock }).click();
  if (listed || closed || spectatorChat) await page.locator('summary').click();
  if (listed) await page.getByLabel('List among open tables').check();
  if (closed) await page.getByLabel('Allow spectators').uncheck();
  if (spectatorChat) await page.getByLabel('Spectators may read the chat').check();
  await page.getByRole('button', { name: 'Create table' }).click();
  await page.locator('.seats li', { hasText: name }).waitFor();
  if (bots) await page.getByLabel('Bot level').selectOption('greedy');
  for (let i = 0; i < bots; i++) {
    await page.getByRole('button', { name: 'Add bot' }).first().click();
    await page.locator('.seats li', { hasText: 'Bot ·' }).nth(i).waitFor();
  }
  return page.getByRole('textbox', { name: 'Link to this table' }).inputValue();
}

/** On tables with live clocks that this page creates, allows ten minutes for each follow, because the machine may be busy. */
export async function slowClocks(page: Page): Promise<void> {
  await page.route('**/api/tables', async (route) => {
    const settings = route.request().postDataJSON() as TableSettings | null;
    if (settings?.clock?.kind !== 'live') return route.continue();
    const clock = { ...settings.clock, follow_s: 600 };
    return route.continue({ postData: JSON.stringify({ ...settings, clock }) });
  });
}

/** Opens a link and takes a seat. */
export async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('button', { name: 'Sit down' }).first().click();
  await page.locator('.seats li.mine', { hasText: name }).waitFor();
}

/** Starts the game. */
export async function begin(page: Page): Promise<void> {
  await page.locator('.start:enabled').click();
  await table(page).waitFor();
}

/** Returns the table element. */
export const table = (page: Page) => page.locator('.game-table, .phone-table');

/** Returns whether neither the page nor a dialog overflows horizontally. */
export function fits(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open] > *')].every((box) => box.scrollWidth <= box.clientWidth),
  );
}

/** Waits until an element contains a text. */
export const sees = (page: Page, where: string, what: string): Promise<void> => page.locator(where, { hasText: what }).first().waitFor();

/** Returns the content that all screens must show equally: planets, ships, points, bay and resources. */
export function shown(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const labels = (where: string) => [...document.querySelectorAll(where)].map((e) => e.getAttribute('aria-label'));
    const texts = (where: string) => [...document.querySelectorAll(where)].map((e) => e.textContent.trim());
    const ships = [...document.querySelectorAll('[data-flip^="ship:"]')].map(
      (e) => `${e.getAttribute('data-flip') ?? ''}@${e.closest('[data-slot]')?.getAttribute('data-slot') ?? 'home'}`,
    );
    return {
      planets: texts('.planets h2, .lane h2'),
      ships: ships.sort(),
      points: texts('.order b'),
      bay: labels('.bay ol .die'),
      stores: labels('[aria-label^="Energy "]').sort(),
    };
  });
}

/** Waits for a prompt on one of the pages; returns the page and the kind of the prompt. */
export async function nextPrompt(pages: Page[]): Promise<{ page: Page; kind: PromptKind }> {
  for (;;) {
    for (const page of pages) {
      const kind = await currentPrompt(page);
      if (kind) return { page, kind };
    }
    await pages[0]?.waitForTimeout(50);
  }
}

/** Chooses a mission on every page. */
export async function chooseMissions(...pages: Page[]): Promise<void> {
  for (const page of pages) {
    await page.locator('.mission-pick').first().click();
    await page.locator('.mission-pick').first().waitFor({ state: 'detached' });
  }
}

/** Answers prompts until one satisfies a condition; returns its page. */
export async function playUntil(pages: Page[], wanted: (kind: PromptKind, page: Page) => boolean | Promise<boolean>): Promise<Page> {
  for (;;) {
    const { page, kind } = await nextPrompt(pages);
    if (await wanted(kind, page)) return page;
    if (kind === 'over') throw new Error('the game was over before that');
    const hasDie = (await page.locator('[data-die="0"]').count()) > 0;
    await answer(page, kind, hasDie ? 'die' : 'end');
  }
}

/** Waits until all pages show the same game. */
export async function untilAlike(...pages: Page[]): Promise<void> {
  for (const deadline = Date.now() + WAIT_OPTIONS.timeout; ;) {
    const all = await Promise.all(pages.map((page) => shown(page)));
    if (all.every((one) => JSON.stringify(one) === JSON.stringify(all[0]))) return;
    if (Date.now() > deadline) throw new Error(`the screens differ:\n${all.map((one) => JSON.stringify(one)).join('\n')}`);
    await pages[0]?.waitForTimeout(100);
  }
}
