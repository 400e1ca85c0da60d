/** What axe finds wrong with a page. */

import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The serious problems, a line each: the rule, what it says, and where. */
export async function seriousProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const results = await page.evaluate(async () => {
    const run = (globalThis as unknown as { axe: typeof axe }).axe.run;
    return (await run(document, { resultTypes: ['violations'] })).violations;
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
