/**
 * Takes screenshots for review: `npm run shots -- FOLDER [pages [PATTERN] | table [PATTERN] | online | crowd | review [PATTERN]]`; all by
 * default. With a pattern (a regular expression), takes only the screenshots whose file names match it.
 */

import { mkdirSync } from 'node:fs';
import { launch } from '../harness/browser';
import { crowdShots } from './crowd';
import { onlineShots } from './online';
import { pageShots } from './pages';
import { reviewShots } from './review';
import { tableShots } from './table';

const [folder = 'shots', album = '', pattern = ''] = process.argv.slice(2);
const wanted = new RegExp(pattern);
mkdirSync(folder, { recursive: true });
const browser = await launch();
try {
  if (['', 'pages'].includes(album)) await pageShots(browser, folder, wanted);
  if (['', 'table'].includes(album)) await tableShots(browser, folder, wanted);
  if (['', 'online'].includes(album)) await onlineShots(browser, folder);
  if (['', 'crowd'].includes(album)) await crowdShots(browser, folder);
  if (['', 'review'].includes(album)) await reviewShots(browser, folder, wanted);
} finally {
  await browser.close();
}
