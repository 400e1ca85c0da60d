/**
 * Takes screenshots of the online pages for review: lobby, seats, table, follow, orders, chat, people, errors, end, replay; on a large and
 * a small screen, in English and German.
 */

import { join as path } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { waitForChange } from '../driver';
import { visitor, type DEVICES } from '../harness/browser';
import { GameServer } from '../harness/orrery';
import { LOCALES } from '../harness/screens';
import { playUntil, slowClocks, table } from '../online';

/** The screenshots in one language, taken on both devices at one table. */
class Album {
  private constructor(
    readonly folder: string,
    readonly language: keyof typeof LOCALES,
    readonly large: Page,
    readonly small: Page,
  ) {}

  static async open(browser: Browser, folder: string, language: keyof typeof LOCALES): Promise<Album> {
    const page = async (device: keyof typeof DEVICES) => (await visitor(browser, device, LOCALES[language])).page;
    return new Album(folder, language, await page('desktop'), await page('phone'));
  }

  async take(name: string, page: Page, height: 'screen' | 'page' = 'screen'): Promise<void> {
    await page.waitForTimeout(600);
    const device = page === this.large ? 'desk' : 'phone';
    await page.screenshot({ path: path(this.folder, `${name}-${device}-${this.language}.png`), fullPage: height === 'page' });
  }

  async both(name: string): Promise<void> {
    await this.take(name, this.large);
    await this.take(name, this.small);
  }
}

async function gather(album: Album, url: string): Promise<void> {
  const { large, small } = album;
  await slowClocks(large);
  await large.goto(`${url}#/new/friends`);
  await large.locator('.names input').fill('Ada');
  await large.locator('.setup fieldset').nth(2).locator('button').nth(1).click();
  await large.locator('summary').click();
  await large.getByLabel(/^(List among open tables|Bei den offenen Tischen anzeigen)$/).check();
  await album.take('lobby', large, 'page');
  await large.locator('.start:enabled').click();
  await large.locator('.qr').waitFor();
  await album.take('seats', large);
  await small.goto(`${url}#/new/friends`);
  await small.locator('.shelf li').first().waitFor();
  await album.take('lobby', small, 'page');
  await small.goto(large.url());
  await small.locator('.names input').fill('Ben');
  await album.take('seats', small, 'page');
  await small.locator('li .btn.primary').click();
  await small.locator('li.mine').waitFor();
  await large.locator('.start:enabled').click();
}

async function dialogs(album: Album): Promise<void> {
  const { large, small } = album;
  for (const [i, name] of ['orders', 'people'].entries()) {
    await large.locator('.tools .icon-only').nth(i).click();
    await album.take(name, large);
    await large.keyboard.press('Escape');
  }
  await large.locator('.chat-open').click();
  await large.locator('.chat input').fill('Viel Glück! Good luck!');
  await large.keyboard.press('Enter');
  await small.locator('.requests .note').waitFor();
  await album.take('said', small);
  await small.locator('.chat-open').click();
  await album.both('chat');
  await small.locator('.chat header button').click();
  await large.locator('.chat header button').click();
  await small.locator('.mtop > .btn').last().click();
  await album.take('menu', small);
  await small.locator('.menu-list .btn').nth(2).click();
  await album.take('orders', small);
  await small.keyboard.press('Escape');
}

async function game(album: Album): Promise<void> {
  const { large, small } = album;
  await Promise.all([large, small].map((page) => page.locator('.mission-pick').first().waitFor()));
  await album.both('missions');
  await large.locator('.mission-pick').first().click();
  await large.locator('.sealed-answer').waitFor();
  await album.take('sealed', large);
  await waitForChange(small, () => small.locator('.mission-pick').first().click());
  for (const who of [large, small]) {
    await playUntil([large, small], (kind, page) => kind === 'follow' && page === who);
    await album.take('follow', who);
    await album.take('waiting', who === large ? small : large);
    await waitForChange(who, () => who.locator('.follow .go .btn:not(.icon-only)').last().click());
  }
}

async function trouble(album: Album, server: GameServer, browser: Browser): Promise<void> {
  const { large, small } = album;
  await server.kill();
  await Promise.all([large, small].map((page) => page.locator('.lost').waitFor()));
  await album.both('away');
  await server.startAgain();
  await Promise.all([large, small].map((page) => page.locator('.lost').waitFor({ state: 'detached' })));
  const { page } = await visitor(browser, 'desktop', LOCALES[album.language]);
  await page.goto(large.url());
  await table(page).waitFor();
  await page.waitForTimeout(800);
  await page.screenshot({ path: path(album.folder, `watching-desk-${album.language}.png`) });
  await page.goto(`${server.url}#/t/nowhere`);
  await page.locator('.problem').waitFor();
  await page.screenshot({ path: path(album.folder, `nowhere-desk-${album.language}.png`) });
  await page.context().close();
}

async function end(album: Album): Promise<void> {
  const { large, small } = album;
  await small.locator('.mtop > .btn').last().click();
  await small.locator('.menu-list .btn').nth(1).click();
  const resignButton = small.locator('.dialog .menu-list .btn').last();
  await resignButton.click();
  await resignButton.click();
  for (const page of [large, small]) await page.locator('.end-page').waitFor();
  await large.getByRole('button', { name: /^(Check the dice|Würfel prüfen)$/ }).click();
  await large.locator('.verdict').waitFor();
  await album.take('end', large);
  await album.take('end', small, 'page');
  for (const page of [large, small]) {
    await page.locator('.end-page a[href*="replay"]').click();
    await page.locator('.scrubber').waitFor();
    await album.take('replay', page);
  }
}

/** Takes the screenshots. */
export async function onlineShots(browser: Browser, folder: string): Promise<void> {
  const server = await GameServer.open();
  try {
    for (const language of Object.keys(LOCALES) as (keyof typeof LOCALES)[]) {
      const album = await Album.open(browser, folder, language);
      await gather(album, server.url);
      await game(album);
      await dialogs(album);
      await trouble(album, server, browser);
      await end(album);
      await Promise.all(browser.contexts().map((context) => context.close()));
    }
  } finally {
    await server.stop();
  }
}
