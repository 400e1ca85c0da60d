import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TUTOR_TIMEOUT_MS } from '../src/lib/table/tutor-timeout';
import { waitForChange } from './driver';
import { expectNoProblems } from './harness/axe';
import { DEVICES, launch, visitor, type Visitor } from './harness/browser';
import { serve, type Host } from './harness/server';
import { openPosition, positionOf } from './positions';

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

const END = '.btn.end, .acts > :last-child';

/** Opens a page on which the tutor's assessment never times out, because its worker starts slowly on a busy machine. */
async function patientVisitor(device: keyof typeof DEVICES, locale: string): Promise<Visitor> {
  const opened = await visitor(browser, device, locale);
  await opened.page.addInitScript((timeout) => {
    const original = window.setTimeout.bind(window);
    const patient = (handler: TimerHandler, ms?: number, ...rest: unknown[]) => (ms === timeout ? 0 : original(handler, ms, ...rest));
    window.setTimeout = patient as typeof setTimeout;
  }, TUTOR_TIMEOUT_MS);
  return opened;
}

/** Turns the tutor on in the settings. */
async function tutorOn(page: Page): Promise<void> {
  await page.goto(host.url);
  await page.getByRole('button', { name: /^(Settings|Einstellungen)$/ }).click();
  const tutor = page.getByRole('group', { name: 'Tutor' });
  await tutor.getByRole('button', { name: /^(On|An)$/ }).click();
  await page.keyboard.press('Escape');
}

/** Ends a turn although dice are usable, which is a mistake, and waits for the warning. */
async function endTurnEarly(page: Page, press: (button: Locator) => Promise<void>): Promise<Locator> {
  await press(page.locator(END).first());
  const sure = page.locator('.coach .end-anyway');
  await sure.waitFor();
  await press(sure);
  const warning = page.getByRole('alertdialog', { name: 'Tutor' });
  await warning.waitFor();
  return warning;
}

const version = (page: Page): Promise<string | null> => page.locator('main').first().getAttribute('data-version');

describe.each(Object.keys(DEVICES) as (keyof typeof DEVICES)[])('on a %s', (device) => {
  test('the tutor warns before a mistake; think again, show, or play it anyway', async () => {
    const { page, context, pageErrors } = await patientVisitor(device, device === 'phone' ? 'de-DE' : 'en-GB');
    await tutorOn(page);
    await openPosition(page, host.url, positionOf('start'));
    const before = await version(page);
    const click = (button: Locator) => button.click();
    const warning = await endTurnEarly(page, click);
    await warning.locator('.reasons li').first().waitFor();
    await expectNoProblems(page, 'tutor');
    await warning.getByRole('button', { name: /^(Think again|Noch einmal überlegen)/ }).click();
    await warning.waitFor({ state: 'detached' });
    expect(await version(page)).toBe(before);

    await (await endTurnEarly(page, click)).getByRole('button', { name: /^(Show me|Zeigen)$/ }).click();
    await page.locator('.advice').waitFor();
    await page.locator('.hint-why').click();
    await page.locator('dialog .reasons li').first().waitFor();
    await page.keyboard.press('Escape');
    expect(await version(page)).toBe(before);

    const again = await endTurnEarly(page, click);
    await waitForChange(page, () => again.getByRole('button', { name: /^(Play it anyway|Trotzdem spielen)$/ }).click());
    expect(pageErrors).toEqual([]);
    await context.close();
  });
});

test('the tutor is answered by keys, and has the focus', async () => {
  const { page, context, pageErrors } = await patientVisitor('desktop', 'en-GB');
  await tutorOn(page);
  await openPosition(page, host.url, positionOf('start'));
  const before = await version(page);
  const key = () => page.keyboard.press('e');
  await endTurnEarly(page, key);
  const focused = page.locator(':focus');
  expect(await focused.innerText()).toContain('Think again');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await endTurnEarly(page, key);
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect(await version(page)).toBe(before);
  await endTurnEarly(page, key);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await focused.innerText()).toContain('Play it anyway');
  await waitForChange(page, () => page.keyboard.press(' '));
  expect(pageErrors).toEqual([]);
  await context.close();
});

test('the tutor is off by default', async () => {
  const { page, context } = await visitor(browser);
  await openPosition(page, host.url, positionOf('start'));
  await page.locator(END).first().click();
  await waitForChange(page, () => page.locator('.coach .end-anyway').click());
  expect(await page.getByRole('alertdialog', { name: 'Tutor' }).count()).toBe(0);
  await context.close();
});
