/** Accessibility checks with axe. */

import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The minified build, which loads faster. */
const SOURCE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Waits until the page has done the work that it leaves for idle times, such as making scrolling texts reachable. It runs in the page. */
async function untilIdle(): Promise<void> {
  // The work may cause more of it, once.
  for (let i = 0; i < 2; i++) {
    await new Promise((idle) => requestAnimationFrame(() => requestIdleCallback(idle, { timeout: 10_000 })));
  }
}

/** Returns the serious accessibility problems, one per line: rule, description, element. */
export async function seriousProblems(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE);
  await page.evaluate(untilIdle);
  const results = await page.evaluate(async () => {
    const run = (globalThis as unknown as { axe: typeof axe }).axe.run;
    // axe ignores transparent elements.
    const { transparency } = window;
    if (transparency) transparency.disabled = true;
    const { violations } = await run(document, { resultTypes: ['violations'] });
    if (transparency) transparency.disabled = false;
    return violations;
  });
  const serious = results.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes
        .map(({ target }) => target.join(' '))
        .slice(0, 3)
        .join(', ')})`,
  );
}

/** Expects no serious accessibility problem and no horizontal scrolling. */
export async function expectNoProblems(page: Page, where: string): Promise<void> {
  const problems = await seriousProblems(page);
  expect(problems, where).toEqual([]);
  const [wide, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(wide, `${where} scrolls sideways`).toBeLessThanOrEqual(shown);
}
