/** Takes screenshots for review: `npm run shots -- FOLDER [pages [WORD] | table [WORD] | online | crowd | review [WORD]]`; all by default. */

import { mkdirSync } from 'node:fs';
import { launch } from '../harness/browser';
import { crowdShots } from './crowd';
import { onlineShots } from './online';
import { pageShots } from './pages';
import { reviewShots } from './review';
import { tableShots } from './table';

const [folder = 'shots', album = '', word = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await launch();
try {
  if (['', 'pages'].includes(album)) await pageShots(browser, folder, word);
  if (['', 'table'].includes(album)) await tableShots(browser, folder, word);
  if (['', 'online'].includes(album)) await onlineShots(browser, folder);
  if (['', 'crowd'].includes(album)) await crowdShots(browser, folder);
  if (['', 'review'].includes(album)) await reviewShots(browser, folder, word);
} finally {
  await browser.close();
}
