/** Takes screenshots of every page and dialog on every screen, in English and German. */

import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { GameServer } from '../harness/orrery';
import { LOCALES, resizeTo, SCREENS, screenVisitor, type Screen } from '../harness/screens';
import { SCENES, type Scene } from '../scenes';

type Language = keyof typeof LOCALES;

/** Timeout for an analysis on a busy machine, in milliseconds. */
const LONG = 900_000;

const fileOf = (scene: Scene, screen: Screen, language: Language): string => `page-${scene.name}-${screen.name}-${language}.png`;

/** Takes the screenshots whose file names match. */
export async function pageShots(browser: Browser, folder: string, wanted: RegExp): Promise<void> {
  const server = await GameServer.open();
  try {
    for (const language of Object.keys(LOCALES) as Language[])
      for (const touch of [false, true])
        for (const scene of SCENES) {
          const screens = SCREENS.filter((screen) => screen.touch === touch && wanted.test(fileOf(scene, screen, language)));
          const [first] = screens;
          if (!first) continue;
          const { page, context } = await screenVisitor(browser, first, language);
          context.setDefaultTimeout(LONG);
          await scene.open(page, server.url);
          for (const screen of screens) {
            await resizeTo(page, screen, 'body', () => scene.open(page, server.url));
            await page.waitForTimeout(400);
            await page.screenshot({ path: join(folder, fileOf(scene, screen, language)) });
          }
          await context.close();
        }
  } finally {
    await server.stop();
  }
}
