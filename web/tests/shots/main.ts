/** Screenshots for review: `npm run shots -- FOLDER [table [WORD] | online]`; both by default. */

import { mkdirSync } from 'node:fs';
import { launch } from '../harness/browser';
import { onlineShots } from './online';
import { tableShots } from './table';

const [folder = 'shots', album = '', word = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await launch();
try {
  if (album !== 'online') await tableShots(browser, folder, word);
  if (album !== 'table') await onlineShots(browser, folder);
} finally {
  await browser.close();
}
