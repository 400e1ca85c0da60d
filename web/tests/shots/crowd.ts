/** Takes screenshots of a full online table with clocks, chat and long names, on tablets and phones, and of the rules. */

import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { visitor } from '../harness/browser';
import { GameServer } from '../harness/orrery';
import { LOCALES, SCREENS, screenVisitor, type Screen } from '../harness/screens';
import { begin, chooseMissions, host, playUntil, slowClocks, table } from '../online';

type Language = keyof typeof LOCALES;

const LONG = 'Maximiliane Sternenwanderer-Kö';
const TOUCH = SCREENS.filter(({ touch }) => touch);

/** Opens a link and takes a seat; works in any language. */
async function sitDown(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.locator('.names input').fill('Konstantin der Entdecker von X');
  await page.locator('li .btn.primary').first().click();
  await page.locator('li.mine').waitFor();
}

async function takeScreen(page: Page, { name, width, height }: Screen, folder: string, language: Language): Promise<void> {
  const take = (what: string) => page.screenshot({ path: join(folder, `online-${what}-${name}-${language}.png`) });
  await page.setViewportSize({ width, height });
  await page.waitForTimeout(500);
  await take('table');
  await page.locator('.chat-open').click();
  await page.waitForTimeout(300);
  await take('chat');
  await page.locator('.chat header button').click();
}

async function album(browser: Browser, server: GameServer, folder: string, language: Language): Promise<void> {
  const { page: ada } = await visitor(browser);
  const [first] = TOUCH;
  if (!first) return;
  const { page: ben } = await screenVisitor(browser, first, language);
  await slowClocks(ada);
  const link = await host(ada, server.url, { name: LONG, seats: 5, clock: 'Live', bots: 3 });
  await sitDown(ben, link);
  await begin(ada);
  await table(ben).waitFor();
  await chooseMissions(ada, ben);
  await ada.getByRole('button', { name: 'Chat' }).click();
  for (const line of ['Viel Glück euch allen, und danke für die Einladung!', 'Wer fängt an?']) {
    await ada.getByPlaceholder('Write a message').fill(line);
    await ada.keyboard.press('Enter');
  }
  await playUntil([ben, ada], (kind, page) => kind === 'turn' && page === ben);
  for (const screen of TOUCH) await takeScreen(ben, screen, folder, language);
}

/** Takes screenshots of the whole page of rules. */
async function rules(browser: Browser, server: GameServer, folder: string, language: Language): Promise<void> {
  for (const screen of SCREENS.filter(({ name }) => /desk-1440|phone-390$/.test(name))) {
    const { page, context } = await screenVisitor(browser, screen, language);
    await page.goto(`${server.url}#/rules`);
    await page.locator('#chapter-R12 table').first().waitFor();
    await page.waitForTimeout(800);
    await page.screenshot({ path: join(folder, `rules-${screen.name}-${language}.png`), fullPage: true });
    await context.close();
  }
}

/** Takes the screenshots. */
export async function crowdShots(browser: Browser, folder: string): Promise<void> {
  const server = await GameServer.open();
  try {
    for (const language of Object.keys(LOCALES) as Language[]) {
      await rules(browser, server, folder, language);
      await album(browser, server, folder, language);
      await Promise.all(browser.contexts().map((context) => context.close()));
    }
  } finally {
    await server.stop();
  }
}
