/**
 * Takes screenshots of the table for review: every prepared position on every screen, in English and German. Pass a pattern to take only
 * the screenshots whose file names match it.
 */

import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { LOCALES, SCREENS, screenVisitor, type Screen } from '../harness/screens';
import { serve } from '../harness/server';
import { openPosition, positionOf, POSITIONS, type Position } from '../positions';

type Language = keyof typeof LOCALES;

/** A scene: a position, and an action to perform before the screenshot. */
interface Scene {
  name: string;
  position: Position;
  screens?: RegExp;
  act?: (page: Page) => Promise<void>;
}

const SCENES: Scene[] = [
  ...POSITIONS.map((position) => ({ name: position.name, position })),
  { name: 'crowded-colony', position: positionOf('crowded'), act: (page) => page.locator('.die.colony').first().click() },
  { name: 'start-hint', position: positionOf('start'), act: (page) => hint(page) },
  {
    name: 'start-log',
    position: positionOf('start'),
    screens: /phone|landscape|tablet-820/,
    act: (page) => page.locator('.open-log').first().click(),
  },
  { name: 'blast-off', position: positionOf('blast-off'), act: (page) => page.locator('.convert, [data-convert]').first().click() },
  { name: 'crowded-mat', position: positionOf('crowded'), screens: /phone|landscape/, act: (page) => page.locator('.open-mat').click() },
];

async function hint(page: Page): Promise<void> {
  await page.keyboard.press('h');
  await page.locator('.advice').first().waitFor();
}

const fileOf = (scene: Scene, screen: Screen, language: Language): string => `table-${scene.name}-${screen.name}-${language}.png`;

async function take(page: Page, url: string, scene: Scene, file: string): Promise<void> {
  await openPosition(page, url, scene.position);
  await page.waitForFunction(() => [...document.querySelectorAll('main .planet')].every((planet) => planet.matches('.ready')));
  await scene.act?.(page);
  await page.waitForTimeout(400);
  await page.screenshot({ path: file });
  await page.goto(`${url}#/rules`);
}

/** Takes the screenshots. */
export async function tableShots(browser: Browser, folder: string, wanted: RegExp): Promise<void> {
  const host = await serve('dist');
  try {
    for (const language of Object.keys(LOCALES) as Language[])
      for (const screen of SCREENS) {
        const scenes = SCENES.filter((s) => (s.screens?.test(screen.name) ?? true) && wanted.test(fileOf(s, screen, language)));
        if (!scenes.length) continue;
        const { page, context } = await screenVisitor(browser, screen, language);
        for (const scene of scenes) await take(page, host.url, scene, join(folder, fileOf(scene, screen, language)));
        await context.close();
      }
  } finally {
    await host.stop();
  }
}
