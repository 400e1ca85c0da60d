/** Takes screenshots of every page and dialog on every screen, in English and German. */

import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { GameServer } from '../harness/orrery';
import { LOCALES, resizeTo, SCREENS, screenVisitor } from '../harness/screens';
import { SCENES } from '../scenes';

/** Timeout for an analysis on a busy machine, in milliseconds. */
const LONG = 900_000;

/** Takes the screenshots of the scenes whose names contain a word. */
export async function pageShots(browser: Browser, folder: string, word: string): Promise<void> {
  const server = await GameServer.open();
  try {
    for (const language of Object.keys(LOCALES) as (keyof typeof LOCALES)[])
      for (const touch of [false, true])
        for (const scene of SCENES.filter(({ name }) => name.includes(word))) {
          const screens = SCREENS.filter((screen) => screen.touch === touch);
          const [first] = screens;
          if (!first) continue;
          const { page, context } = await screenVisitor(browser, first, language);
          context.setDefaultTimeout(LONG);
          await scene.open(page, server.url);
          for (const screen of screens) {
            await resizeTo(page, screen);
            await page.waitForTimeout(400);
            await page.screenshot({ path: join(folder, `page-${scene.name}-${screen.name}-${language}.png`) });
          }
          await context.close();
        }
  } finally {
    await server.stop();
  }
}
