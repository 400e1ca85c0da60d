import { writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boxOf, playByPointing, untilPrompt, untilSameMove, waitForChange } from './driver';
import { fixChance, launch, visitor } from './harness/browser';
import { houseDeck, temporary } from './harness/files';
import { serve, type Host } from './harness/server';

/** Timeout for several turns on a busy machine, in milliseconds. */
const LONG = 600_000;

let host: Host;
let browser: Browser;

beforeAll(async () => {
  host = await serve('dist');
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await host?.stop();
});

/** Runs an action that saves a file, and returns the path of the file. */
async function saved(page: Page, act: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent('download');
  await act();
  const path = temporary('saved.orr');
  await (await download).saveAs(path);
  return path;
}

describe('several people at one device', () => {
  test(
    'take turns behind a curtain, and nobody sees a mission by accident',
    async () => {
      const { page, context, pageErrors } = await visitor(browser);
      await page.goto(`${host.url}#/new/hotseat`);
      for (const [n, name] of ['Ada', 'Ben'].entries()) await page.locator('.names input').nth(n).fill(name);
      await page.locator('.start:enabled').click();
      const names: Record<string, string> = {};
      for (const who of ['Ada', 'Ben']) {
        await page.getByRole('dialog', { name: `${who}’s turn` }).waitFor();
        expect(await page.locator('.curtain').evaluate((c) => document.elementFromPoint(720, 520)?.closest('.curtain') === c)).toBe(true);
        await page.getByRole('button', { name: `I am ${who}` }).click();
        names[who] = await page.locator('.mission-pick b').first().innerText();
        await page.locator('.mission-pick').first().click();
      }
      for (let turn = 0; turn < 6; turn++) {
        const who = await takeSeat(page, turn);
        expect(await page.locator('main').innerText()).not.toContain(names[who]);
        await page.locator('.covered').click();
        await page.locator('.thumb.secret', { hasText: names[who] ?? '' }).waitFor();
        await endTurn(page);
      }
      expect(await page.locator('.winbar').count()).toBe(0);
      expect(pageErrors).toEqual([]);
      await context.close();
    },
    LONG,
  );

  /** Opens the curtain. There is none if the player who chose the last mission also starts. */
  async function takeSeat(page: Page, turn: number): Promise<string> {
    const name = page
      .locator(turn ? '.curtain h2' : '.curtain h2, .coach b')
      .filter({ hasText: '’s turn' })
      .first();
    const who = (await name.innerText()).replace('’s turn', '');
    const curtain = page.locator('.curtain .btn');
    if (turn > 0 || (await curtain.count()) > 0) await curtain.click();
    return who;
  }

  /** Ends the turn, and confirms if dice are left. */
  async function endTurn(page: Page): Promise<void> {
    const endButton = page.locator('.btn.end:not([aria-disabled=true])');
    await waitForChange(page, async () => {
      await endButton.click();
      await page.locator('.coach .chip, .curtain').first().waitFor();
      const again = page.locator('.coach .end-anyway');
      if ((await again.count()) > 0) await again.click();
    });
  }
});

test('a hint shows a complete move, its win probability and alternatives, and plays nothing', async () => {
  const { page, context } = await visitor(browser);
  await page.goto(`${host.url}#/learn/2`);
  await page.locator('[data-die="0"]').waitFor();
  const before = await page.locator('.game-table').getAttribute('data-version');
  await page.keyboard.press('h');
  await page.locator('.advice').waitFor();
  const [face = ''] = (await page.locator('.advice').innerText()).split(' → ');
  expect(await page.locator('.advice-chance').innerText()).toMatch(/^\d+ %$/);
  expect(await page.locator('.die.hinted').getAttribute('aria-label')).toContain(face);
  await page.locator('.hint-why').click();
  await page.locator('.advice-others li').nth(1).waitFor();
  expect(await page.locator('.advice-others').innerText()).toMatch(/\d+ %/);
  expect(await page.locator('.game-table').getAttribute('data-version')).toBe(before);
  await context.close();
});

test('the win probability is shown against bots and can be hidden', async () => {
  const { page, context } = await visitor(browser);
  await page.goto(`${host.url}#/new/solo`);
  await page.locator('.rogue-pick:enabled').first().click();
  await page.locator('.winbar').waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.locator('[aria-labelledby=set-odds] button', { hasText: 'Hide' }).click();
  await page.locator('.winbar').waitFor({ state: 'detached' });
  await page.reload();
  await untilPrompt(page);
  expect(await page.locator('.winbar').count()).toBe(0);
  await context.close();
});

describe('explanations open', () => {
  test('by mouse: a ship, a card, a die; the rule is one click away', async () => {
    const { page, context } = await visitor(browser);
    await page.goto(`${host.url}#/learn/2`);
    await page.locator('[data-flip="ship:A1"]').hover({ force: true });
    await page.getByRole('tooltip').filter({ hasText: 'Your ship 1' }).waitFor();
    await page.locator('.die.economy').hover();
    await page.getByRole('tooltip').filter({ hasText: 'Advance one of your ships' }).waitFor();
    await page.locator('.card h2').first().hover();
    await page.getByRole('tooltip').filter({ hasText: '2 advances with' }).waitFor();
    await page.getByRole('tooltip').getByRole('button', { name: 'Rule R8.1' }).click();
    await page.locator('#rule-R8\\.1.lit-rule').waitFor();
    await context.close();
  });

  test('by keyboard', async () => {
    const { page, context } = await visitor(browser);
    await page.goto(`${host.url}#/learn/2`);
    await page.locator('[data-die="0"]').waitFor();
    await page.keyboard.press('Tab');
    await page.locator('.card').nth(1).focus();
    await page.getByRole('tooltip').filter({ hasText: 'Nagato' }).waitFor();
    await context.close();
  });

  test('by long press, without acting', async () => {
    const { page, context } = await visitor(browser, 'phone');
    await page.goto(`${host.url}#/learn/2`);
    const die = page.locator('.die.diplomacy');
    await die.waitFor();
    const { x, y, width, height } = await boxOf(die);
    const touch = await context.newCDPSession(page);
    const at = [{ x: x + width / 2, y: y + height / 2 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at });
    await page.getByRole('tooltip').filter({ hasText: 'Diplomacy' }).waitFor();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    expect(await die.getAttribute('aria-pressed')).toBe('false');
    await context.close();
  });
});

describe('a die is dragged to its target', () => {
  test('with the mouse', async () => {
    const { page, context } = await visitor(browser);
    await page.goto(`${host.url}#/learn/2`);
    await page.locator('.die.diplomacy').hover();
    await page.mouse.down();
    const end = await boxOf(page.locator('[data-spot="space:1:2"] .dot'));
    await page.mouse.move(end.x + 40, end.y + 60, { steps: 4 });
    await page.locator('.drag-ghost').waitFor();
    await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 4 });
    await page.mouse.up();
    await page.locator('.lesson b').waitFor();
    await context.close();
  });

  test('with a finger', async () => {
    const { page, context } = await visitor(browser, 'phone');
    await page.goto(`${host.url}#/learn/2`);
    const die = page.locator('.die.diplomacy');
    await die.waitFor();
    const from = await boxOf(die);
    const to = await boxOf(page.locator('[data-spot="space:1:2"] .dot'));
    const touch = await context.newCDPSession(page);
    const move = (type: 'touchStart' | 'touchMove', share: number) => {
      const x = from.x + from.width / 2 + (to.x + to.width / 2 - from.x - from.width / 2) * share;
      const y = from.y + from.height / 2 + (to.y + to.height / 2 - from.y - from.height / 2) * share;
      return touch.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
    };
    await move('touchStart', 0);
    for (const share of [0.2, 0.5, 0.8, 1]) await move('touchMove', share);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.locator('.lesson b').waitFor();
    await context.close();
  });
});

test('ending the turn asks once while dice are usable', async () => {
  const { page, context } = await visitor(browser);
  await page.goto(`${host.url}#/learn/4`);
  await page.locator('.btn.end:not([aria-disabled=true])').click();
  await page.getByText('You have dice left.').waitFor();
  expect(await page.locator('.btn.end:not([aria-disabled=true])').count()).toBe(1);
  await waitForChange(page, () => page.locator('.btn.end').click());
  await context.close();
});

test('an impossible action explains why', async () => {
  const { page, context } = await visitor(browser);
  await page.goto(`${host.url}#/learn/10`);
  await page.locator('.btn.convert').click({ force: true });
  await page.locator('.coach .why', { hasText: 'three unactivated dice' }).waitFor();
  expect(await page.locator('.coach .rule-link').innerText()).toBe('R5.1');
  await page.locator('[data-spot="space:1:0"] .dot').click({ force: true });
  await page.locator('.coach .why', { hasText: 'Pick up a die first' }).waitFor();
  await context.close();
});

test('the rules can be searched in German', async () => {
  const { page, context } = await visitor(browser, 'desktop', 'de-DE');
  await page.goto(`${host.url}#/rules/R5.1`);
  await page.locator('#rule-R5\\.1.lit-rule', { hasText: 'Umwandler' }).waitFor();
  await page.getByRole('searchbox').fill('schurkengalaxie gewonnen');
  await page.locator('#rule-R12\\.8').waitFor();
  expect(await page.locator('.rulebook p[id]').count()).toBe(1);
  await page.getByRole('button', { name: 'EN', exact: true }).click();
  await page.getByRole('searchbox').fill('');
  await page.locator('#rule-R5\\.1', { hasText: 'converter' }).waitFor();
  await context.close();
});

test(
  'a game with a custom deck survives a reload, a file and a rematch',
  async () => {
    const { page, context, pageErrors } = await visitor(browser);
    await page.goto(`${host.url}#/new/solo`);
    await page.locator('summary').click();
    await page.locator('input[type=file]').setInputFiles(houseDeck());
    await page.getByText('Playing with House rules.').waitFor();
    await page.locator('.rogue-pick').nth(3).click();
    await untilPrompt(page);
    const dice = await page.locator('.tray').innerText();
    await page.reload();
    await untilPrompt(page);
    expect(await page.locator('.tray').innerText()).toBe(dice);
    await page.goto(`${host.url}#/games`);
    const file = await saved(page, () => page.getByRole('button', { name: 'Save as file' }).click());
    // A second device has never seen the deck.
    const other = await visitor(browser);
    await other.page.goto(`${host.url}#/games`);
    await other.page.locator('input[type=file]').setInputFiles(file);
    await other.page.locator('.scrubber').waitFor();
    await other.page.getByRole('button', { name: 'Play from here' }).click();
    await other.page.waitForURL(/#\/play\//);
    await untilPrompt(other.page);
    await other.page.getByText('Hades').first().waitFor();
    expect([...pageErrors, ...other.pageErrors]).toEqual([]);
    await other.context.close();
    await context.close();
  },
  LONG,
);

test('an invalid deck is rejected with all its problems', async () => {
  const { page, context } = await visitor(browser);
  const file = temporary('broken.toml');
  writeFileSync(file, 'id = 3\nplanets = 4\n');
  await page.goto(`${host.url}#/new/bots`);
  await page.locator('summary').click();
  await page.locator('input[type=file]').setInputFiles(file);
  const alertText = await page.getByRole('alert').innerText();
  expect(alertText).toContain('broken.toml');
  expect(alertText).toContain('1:');
  await context.close();
});

test(
  'a finished game has charts, a link, a replay and a rematch',
  async () => {
    const { page, context, pageErrors } = await visitor(browser);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await fixChance(page, 3);
    await page.addInitScript(() => localStorage.setItem('orrery.choices', '{"rivals":"1","level":"oracle"}'));
    await page.goto(`${host.url}#/new/bots`);
    await page.locator('.start:enabled').click();
    await playByPointing(page, 0);
    expect(await page.locator('.reveal:not(.back)').count()).toBe(2);
    const totals = await page.locator('.row .total').allInnerTexts();
    await page.getByRole('img', { name: /^Score by round: .*/ }).waitFor();
    await page.getByRole('button', { name: 'Chance to win' }).click();
    await page.getByRole('img', { name: /^Chance to win: .*100 %/ }).waitFor();
    await page.getByRole('link', { name: 'Watch replay' }).click();
    await page.locator('.scrubber').waitFor();
    await page.keyboard.press('PageDown');
    await page.keyboard.press('PageDown');
    await page.getByRole('button', { name: 'Link' }).click();
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), { timeout: 60_000 }).toBe(link);
    // Another user on another device.
    const other = await visitor(browser);
    await other.page.goto(link);
    await untilSameMove(page, other.page);
    await other.page.getByRole('button', { name: 'Final scores' }).click();
    await other.page.locator('.end-page .total').first().waitFor();
    expect(await other.page.locator('.row .total').allInnerTexts()).toEqual(totals);
    await other.page.getByRole('button', { name: 'Check the dice' }).click();
    await other.page.getByRole('status').filter({ hasText: 'The dice were fair' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Play again' }).click();
    await untilPrompt(page);
    expect([...pageErrors, ...other.pageErrors]).toEqual([]);
    await other.context.close();
    await context.close();
  },
  LONG,
);

test('a damaged link is reported', async () => {
  const { page, context } = await visitor(browser);
  await page.goto(`${host.url}#/replay/r.AAAA`);
  await page.getByRole('alert').filter({ hasText: 'damaged' }).waitFor();
  await context.close();
});
