/** Tests of reviews of games that come from a server or from a link, with and without a connection. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { seriousProblems } from './harness/axe';
import { untilOffline } from './harness/browser';
import { openSite, WHOLE_GAME } from './harness/site';
import { playUntil, sees } from './online';

const { server, newVisitor, twoPlayers } = openSite();

/** Waits for the review of two players. */
async function untilReviewed(page: Page): Promise<void> {
  page.setDefaultTimeout(WHOLE_GAME);
  await page.locator('.seat-review').nth(1).waitFor();
}

/** Reloads a review while the server is down. */
async function reviewOffline(page: Page): Promise<void> {
  await untilOffline(page);
  await server().kill();
  await page.reload();
  await untilReviewed(page);
  await server().startAgain();
}

test(
  'the list of finished tables links to the review, which also works offline',
  async () => {
    const { ada, ben } = await twoPlayers();
    await playUntil([ada, ben], (kind) => kind === 'turn');
    await ben.getByRole('button', { name: 'At this table' }).click();
    await ben.getByRole('button', { name: 'Resign' }).click();
    await ben.getByRole('button', { name: 'Resign for good' }).click();
    await sees(ada, '.end-page', 'Ben resigned');
    await ada.goto(`${server().url}#/new/friends`);
    const finished = ada.getByRole('list', { name: 'Finished' });
    await finished.locator('a[href*="review"]').click();
    await untilReviewed(ada);
    // The record of a resigned game has no outcome.
    await sees(ada, '.reservation', 'The game is not over');
    expect(await seriousProblems(ada)).toEqual([]);
    await reviewOffline(ada);
  },
  WHOLE_GAME,
);

test(
  'a game from a link is reviewed on another device, also offline',
  async () => {
    const [ada, ben] = [await newVisitor(), await newVisitor('phone')];
    await ada.goto(`${server().url}#/games`);
    await ada.locator('input[type=file]').setInputFiles('../data/records/v1-r2-free-follow-missed.orr');
    await ada.locator('.scrubber').getByRole('button', { name: 'Link' }).click();
    await ben.goto(await ada.getByRole('textbox', { name: 'Link' }).inputValue());
    await ben.locator('.scrubber a[href*="review/r."]').click();
    await untilReviewed(ben);
    await reviewOffline(ben);
    expect(await ben.locator('.seat-review .verdict').first().innerText()).toContain('Won.');
  },
  WHOLE_GAME,
);
