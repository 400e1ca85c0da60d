/** Every page and dialog outside a running game, filled with content, for screenshots and layout tests. */

import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { LESSONS } from '../src/lib/learn/lessons';
import { untilPrompt } from './driver';
import { temporary } from './harness/files';
import { openPosition, positionOf } from './positions';

/** A page or dialog, and how a new visitor gets there. */
export interface Scene {
  name: string;
  open(page: Page, url: string): Promise<void>;
}

const NAMES = ['Maximiliane von Hohenlohe-Lang', 'Bartholomäus Schmidt-Rottluff', 'Constantin-Alexander von Orani'];
/** A short game, whose review takes only a moment. */
const SHORT = '../data/records/v1-r2-free-follow-missed.orr';

/** Returns a finished game whose players have names of 30 characters. */
function longNames(): string {
  const names = NAMES.map((name, i) => `name ${'ABC'[i] ?? ''} "${name}"\n`).join('');
  const record = readFileSync('../data/records/v1-classic-3.orr', 'utf8').replace(/name A .*\n/, names);
  const file = temporary('long.orr');
  writeFileSync(file, record);
  return file;
}

/** Opens a page and waits for an element. */
async function visit(page: Page, address: string, ready: string): Promise<void> {
  await page.goto(address);
  await page.locator(ready).first().waitFor();
}

/** Returns a scene that only visits a page. */
const plain = (name: string, path: string, ready: string): Scene => ({ name, open: (page, url) => visit(page, `${url}#/${path}`, ready) });

/** Imports a record, and opens its replay. */
async function replay(page: Page, url: string, file: string): Promise<void> {
  await page.goto(`${url}#/games`);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.locator('.scrubber').waitFor();
}

/** Opens the form for a new game, and expands its options. */
async function openForm(page: Page, url: string, mode: string, ready: string): Promise<void> {
  await visit(page, `${url}#/new/${mode}`, ready);
  await page.locator('details.more summary').click();
}

/** Opens a dialog over a table, using the button with this icon. */
async function openDialog(page: Page, url: string, icon: string): Promise<void> {
  await openPosition(page, url, positionOf('start'));
  await page.locator(`:is(.topbar, .mtop) .btn:has(use[href="#menu"])`).click();
  if (icon !== 'menu') await page.locator(`.menu-list .btn:has(use[href="#${icon}"])`).click();
  await page.locator('dialog[open]').waitFor();
}

/** Opens a part of the gallery. */
const gallery = (part: string, place: number): Scene => ({
  name: `gallery-${part}`,
  open: async (page, url) => {
    await visit(page, `${url}#/gallery`, '.cards > li');
    await page.locator('.bar').first().locator('.seg').nth(1).locator('button').nth(place).click();
  },
});

/** Opens the final scores of a game. */
export async function openScores(page: Page, url: string): Promise<void> {
  await replay(page, url, longNames());
  await page.locator('.scrubber button:has(use[href="#crown"])').click();
  await page.locator('.end-page svg[role=img]').waitFor();
}

async function openReview(page: Page, url: string): Promise<void> {
  await replay(page, url, SHORT);
  const id = /replay\/([^?/]+)/.exec(page.url())?.[1] ?? '';
  await visit(page, `${url}#/review/${id}`, '.seat-review');
  await page.locator('.progress').waitFor({ state: 'detached' });
}

/** Creates an identity, and shows its recovery code. */
async function openIdentity(page: Page, url: string): Promise<void> {
  await visit(page, `${url}#/me`, 'input');
  await page.locator('form input').first().fill('Ada');
  await page.locator('form .btn').first().click();
  await page.locator('.identity li').first().waitFor();
  await page.locator('.recovery .btn').first().click();
  await page.locator('.recovery code').waitFor();
}

/** All scenes. */
export const SCENES: readonly Scene[] = [
  plain('home-newcomer', '', '.home-page a.go'),
  {
    name: 'home',
    open: async (page, url) => {
      await openPosition(page, url, positionOf('start'));
      await visit(page, url, '.home-page a.go');
    },
  },
  plain('new-solo', 'new/solo', '.rogue-pick:enabled'),
  { name: 'new-bots', open: (page, url) => openForm(page, url, 'bots', '.start:enabled') },
  {
    name: 'new-hotseat',
    open: async (page, url) => {
      await visit(page, `${url}#/new/hotseat`, '.start:enabled');
      for (const [i, name] of NAMES.slice(0, 2).entries()) await page.locator('.seat-row input').nth(i).fill(name);
      await page.locator('details.more summary').click();
      await page.locator('details.more .seg').first().locator('button').nth(1).click();
    },
  },
  { name: 'new-friends', open: (page, url) => openForm(page, url, 'friends', '.start:enabled') },
  {
    name: 'games',
    open: async (page, url) => {
      await openPosition(page, url, positionOf('crowded'));
      await replay(page, url, longNames());
      await visit(page, `${url}#/games`, '.shelf li:nth-child(2)');
    },
  },
  plain('rules', 'rules', '.rulebook figure'),
  plain('rules-R7.1', 'rules/R7.1', '.lit-rule'),
  plain('gallery', 'gallery', '.cards > li'),
  gallery('missions', 1),
  gallery('rogues', 2),
  gallery('glossary', 3),
  plain('learn', 'learn', '.goal'),
  ...LESSONS.map(({ name }, i) => plain(`learn-${i + 1}-${name}`, `learn/${i + 1}`, '.follow, [data-die="0"]')),
  plain('puzzles', 'puzzles', '.list li'),
  {
    name: 'puzzle',
    open: async (page, url) => {
      await visit(page, `${url}#/puzzles`, '.list li');
      await page.locator('.page-acts .btn').first().click();
      await untilPrompt(page);
    },
  },
  {
    name: 'settings',
    open: async (page, url) => {
      await visit(page, `${url}#/games`, '.page');
      await page.locator('.topbar .btn:has(use[href="#settings"])').click();
      await page.locator('dialog[open]').waitFor();
    },
  },
  { name: 'menu', open: (page, url) => openDialog(page, url, 'menu') },
  { name: 'help', open: (page, url) => openDialog(page, url, 'hint') },
  { name: 'rules-dialog', open: (page, url) => openDialog(page, url, 'book') },
  { name: 'identity', open: openIdentity },
  {
    name: 'curtain',
    open: async (page, url) => {
      await visit(page, `${url}#/new/hotseat`, '.start:enabled');
      await page
        .locator('.seat-row input')
        .first()
        .fill(NAMES[0] ?? '');
      await page.locator('.start').click();
      await page.locator('.curtain').waitFor();
    },
  },
  { name: 'replay', open: (page, url) => replay(page, url, longNames()) },
  { name: 'end', open: openScores },
  { name: 'review', open: openReview },
];
