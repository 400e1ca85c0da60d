/**
 * Takes screenshots of the review, the comparison with a branch, the tutor and the puzzles: desktop, tablet and phone, in both languages.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { untilPrompt } from '../driver';
import { LOCALES, SCREENS, screenVisitor } from '../harness/screens';
import { serve } from '../harness/server';
import { openPosition, positionOf, storeGame } from '../positions';

type Language = keyof typeof LOCALES;
type Take = (name: string, height?: 'screen' | 'page') => Promise<void>;

const RECORD = '../data/records/v1-r2-free-follow-missed.orr';
const BRANCH = '../data/records/v1-r2-free-follow-idle.orr';

/** Imports a game and opens its review. */
async function openReview(page: Page, url: string): Promise<string> {
  await page.goto(`${url}#/games`);
  await page.locator('input[type=file]').setInputFiles(RECORD);
  await page.locator('.scrubber').waitFor();
  const id = /replay\/([^?/]+)/.exec(page.url())?.[1] ?? '';
  await page.goto(`${url}#/review/${id}`);
  await page.locator('.seat-review').first().waitFor();
  return id;
}

/** Stores a finished game as a branch of another one. */
function storeBranch(page: Page, game: string): Promise<void> {
  const person = { kind: 'person', name: 'A' };
  const summary = { edition: 'classic', names: ['A', 'B'], points: [], row: [], turn: 9, over: true, yours: false };
  const saved = { record: readFileSync(BRANCH, 'utf8'), seed: '07'.repeat(32), script: [] };
  const plan = { settings: { edition: 'classic', seats: 2 }, seats: [person, person] };
  return storeGame(page, { id: 'branch', created: 1, changed: 2, plan, saved, summary, origin: { game, step: 20, from: 0 } });
}

async function review(page: Page, url: string, take: Take): Promise<void> {
  const id = await openReview(page, url);
  await take('review-checking');
  await page.locator('.progress').waitFor({ state: 'detached', timeout: 240_000 });
  await page.locator('.rolls input').first().waitFor();
  await take('review', 'page');
  await page.locator('.moments a:has(.sign)').first().click();
  await page.locator('.review-panel .reasons, .review-panel .fine').first().waitFor();
  await take('moment');
  await page.goto(`${url}#/review/${id}`);
  await page.locator('.retry a').first().click();
  await untilPrompt(page);
  await take('retry');
  await page.locator('.review-panel .answers button').nth(-2).click();
  await page.locator('.review-panel .reasons').waitFor();
  await take('retry-shown');
  await storeBranch(page, id);
  await page.goto(`${url}#/review/${id}/compare/branch`);
  await page.locator('.sides .seat-review').nth(3).waitFor();
  await take('compare', 'page');
}

async function tutor(page: Page, url: string, take: Take): Promise<void> {
  await page.evaluate(() => {
    const set = JSON.parse(localStorage.getItem('orrery.settings') ?? '{}') as object;
    localStorage.setItem('orrery.settings', JSON.stringify({ ...set, tutor: 'on' }));
  });
  await page.reload();
  await openPosition(page, url, positionOf('start'));
  await page.locator('.btn.end, .acts > :last-child').first().click();
  await page.locator('.coach .end-anyway').click();
  await page.locator('[role=alertdialog] .reasons').waitFor();
  await take('tutor');
  await page.locator('[role=alertdialog] .btn').nth(1).click();
  await page.locator('.advice').waitFor();
  await take('tutor-shown');
}

async function puzzles(page: Page, url: string, take: Take): Promise<void> {
  await page.goto(`${url}#/puzzles`);
  await page.locator('.list li').first().waitFor();
  await take('puzzles');
  await page.locator('.page-acts .btn').first().click();
  await untilPrompt(page);
  await take('puzzle');
  await page.locator('.review-panel .answers button').last().click();
  await page.locator('.review-panel li.best').waitFor();
  await take('puzzle-solution');
}

/** Takes the screenshots of the albums whose names match, such as `tutor-phone-390-de`. */
export async function reviewShots(browser: Browser, folder: string, wanted: RegExp): Promise<void> {
  const host = await serve('dist');
  for (const screen of SCREENS.filter(({ name }) => /desk-1440|tablet-820|phone-390$/.test(name))) {
    for (const language of Object.keys(LOCALES) as Language[]) {
      for (const [name, album] of Object.entries({ review, tutor, puzzles })) {
        if (!wanted.test(`${name}-${screen.name}-${language}`)) continue;
        const { page, context } = await screenVisitor(browser, screen, language);
        await page.goto(`${host.url}#/rules`);
        await album(page, host.url, async (what, height) => {
          await page.waitForTimeout(700);
          await page.screenshot({ path: join(folder, `${what}-${screen.name}-${language}.png`), fullPage: height === 'page' });
        });
        await context.close();
      }
    }
  }
  await host.stop();
}
