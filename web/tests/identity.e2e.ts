/** Tests of the identity page: name, devices and recovery. */

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Export } from '../src/lib/protocol';
import { expectNoProblems } from './harness/axe';
import { resizeTo } from './harness/screens';
import { openSite } from './harness/site';
import { host } from './online';

/** The screen sizes to test. */
const SIZES = [
  [360, 640],
  [390, 844],
  [844, 390],
  [820, 1180],
  [1180, 820],
  [1440, 900],
] as const;

const { server, newVisitor } = openSite();
const address = (): string => `${server().url}#/me`;
const click = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const devices = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('listitem');

/** Clicks a button and confirms. */
async function clickAndConfirm(page: Page, name: string | RegExp, confirmation: string): Promise<void> {
  await click(page, name);
  await click(page, confirmation);
}

/** Creates an identity on the identity page. */
async function createIdentity(page: Page, name: string): Promise<void> {
  await page.goto(address());
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await click(page, 'Continue');
  await devices(page).first().waitFor();
}

/** Creates the first recovery code. */
async function firstCode(page: Page): Promise<string> {
  await click(page, 'Create recovery code');
  return page.locator('.recovery code').innerText();
}

/** Opens the link that the QR code contains, and logs in. */
async function logIn(page: Page, code: string): Promise<void> {
  await page.goto(`${address()}?code=${code}`);
  await click(page, 'Log in');
  await devices(page).first().waitFor();
}

test('a recovery code logs in another device, and logging out a device takes effect at once', async () => {
  const [ada, phone] = [await newVisitor(), await newVisitor('phone')];
  await ada.goto(server().url);
  await ada.getByRole('link', { name: 'You and your devices' }).click();
  await createIdentity(ada, 'Ada');
  const code = await firstCode(ada);
  expect(code).toMatch(/^[A-Z2-7]{5}(-[A-Z2-7]{5}){4}-[A-Z2-7]$/);
  await ada.getByRole('img', { name: 'Your recovery code as a QR code' }).waitFor();
  await click(ada, 'I saved it');
  await ada.getByText('You have a recovery code. It was shown once').waitFor();
  expect(await ada.content()).not.toContain(code);

  await phone.goto(`${address()}?code=${code}`);
  expect(await phone.getByRole('textbox', { name: 'Recovery code' }).inputValue()).toBe(code);
  expect(phone.url()).not.toContain(code);
  await click(phone, 'Log in');
  await devices(phone).nth(1).waitFor();
  expect(await devices(phone).filter({ hasText: 'This device' }).count()).toBe(1);
  expect(await phone.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Ada');

  await host(phone, server().url, { name: 'Ada' });
  await ada.reload();
  await devices(ada).nth(1).waitFor();
  await devices(ada).filter({ hasNotText: 'This device' }).getByRole('button').click();
  await click(ada, 'Log out now');
  await phone.locator('.problem', { hasText: 'does not know you on this device' }).waitFor();
  await devices(ada).nth(1).waitFor({ state: 'detached' });
});

test('logging out of the other devices gives this one a new cookie, and its tables stay open', async () => {
  const [ada, phone] = [await newVisitor(), await newVisitor()];
  await createIdentity(ada, 'Ada');
  await logIn(phone, await firstCode(ada));
  const table = await ada.context().newPage();
  await host(table, server().url, { name: 'Ada' });
  const before = await ada.context().cookies();
  await ada.reload();
  await clickAndConfirm(ada, 'Log out all other devices', 'Log out now');
  await devices(ada).nth(1).waitFor({ state: 'detached' });
  expect(await ada.context().cookies()).not.toEqual(before);
  await phone.reload();
  await phone.getByRole('heading', { name: 'New here?' }).waitFor();
  // The other page in the same browser reconnects with the new cookie.
  await ada.getByRole('textbox', { name: 'Your name' }).fill('Bea');
  await click(ada, 'Save');
  await table.locator('.seats li.mine', { hasText: 'Bea' }).waitFor();
  await clickAndConfirm(ada, 'Log out everywhere', 'Log out now');
  await ada.getByRole('heading', { name: 'New here?' }).waitFor();
});

test('a new code without the old one is announced on every device, which can cancel it', async () => {
  const [ada, phone] = [await newVisitor(), await newVisitor('phone')];
  await createIdentity(ada, 'Ada');
  const code = await firstCode(ada);
  await click(ada, 'I saved it');
  await logIn(phone, code);
  await click(ada, 'Replace …');
  await click(ada, 'I lost my code');
  await ada.getByText('Takes effect on').first().waitFor();
  await phone.goto(server().url);
  await phone.getByRole('link', { name: 'A new recovery code was requested' }).click();
  await phone.getByRole('alert').getByText('If this was not you').waitFor();
  await expectNoProblems(phone, 'the notice');
  await click(phone, 'Cancel new code');
  await phone.getByRole('alert').waitFor({ state: 'detached' });
  await click(ada, 'I saved it');
  await click(ada, 'Replace …');
  await ada.getByRole('textbox', { name: 'Your old code' }).fill(code.toLowerCase());
  await click(ada, 'Replace now');
  const next = await ada.locator('.recovery code').innerText();
  expect(next).not.toBe(code);
  await logIn(await newVisitor(), next);
});

test('rename, bot accounts, export and deletion', async () => {
  const ada = await newVisitor();
  await createIdentity(ada, 'Ada');
  await ada.getByRole('textbox', { name: 'Your name' }).fill('Bea');
  await click(ada, 'Save');
  await ada.getByText('Saved').waitFor();
  await ada.getByRole('textbox', { name: 'Program name' }).fill('Robbie');
  await click(ada, 'Add');
  await ada.getByText('Access token for Robbie').waitFor();
  expect((await ada.locator('.secret code').innerText()).length).toBe(43);
  const [download] = await Promise.all([ada.waitForEvent('download'), ada.getByRole('link', { name: 'Download everything' }).click()]);
  const saved = JSON.parse(readFileSync(await download.path(), 'utf8')) as Export;
  expect([saved.me.name, saved.bots[0]?.name, saved.devices.length]).toEqual(['Bea', 'Robbie', 1]);
  await clickAndConfirm(ada, 'Delete Robbie', 'Delete for good');
  await ada.getByRole('list', { name: 'Bot accounts' }).waitFor({ state: 'detached' });
  await click(ada, 'Delete everything …');
  await expectNoProblems(ada, 'the last question');
  await click(ada, 'Delete everything for good');
  await ada.getByRole('heading', { name: 'New here?' }).waitFor();
});

test.each(['en', 'de'])('the page fits every screen in %s, also with huge text and high contrast', async (language) => {
  const page = await newVisitor();
  const set = (settings: object) =>
    page.evaluate((value) => localStorage.setItem('orrery.settings', JSON.stringify(value)), { language, ...settings });
  await page.goto(address());
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  for (const [width, height] of SIZES) {
    await resizeTo(page, { width, height });
    await expectNoProblems(page, `a new visitor at ${width} × ${height}`);
  }
  await createIdentity(page, 'Maximiliane Sternenwanderer-Kö');
  const code = await firstCode(page);
  await page.getByRole('textbox', { name: 'Program name' }).fill('Robbie');
  await click(page, 'Add');
  await page.getByText('Access token for Robbie').waitFor();
  await logIn(await newVisitor(), code);
  await click(page, 'I saved it');
  await click(page, 'Replace …');
  await click(page, 'I lost my code');
  await page.locator('.qr').waitFor();
  await page.locator('.topbar .seg').getByRole('button', { name: language }).click();
  for (const text of ['normal', 'huge']) {
    for (const [width, height] of SIZES) {
      await resizeTo(page, { width, height });
      await page.evaluate((size) => Object.assign(document.documentElement.dataset, { text: size }), text);
      await expectNoProblems(page, `the code at ${width} × ${height}, ${text}`);
    }
  }
  for (const [text, contrast] of [
    ['normal', 'normal'],
    ['huge', 'high'],
  ]) {
    await set({ text, contrast });
    await page.reload();
    await page.locator('.identity li').nth(2).waitFor();
    for (const [width, height] of SIZES) {
      await resizeTo(page, { width, height });
      await expectNoProblems(page, `${width} × ${height}, ${text}`);
    }
  }
});
