/** Files that a person would have on the disk. */

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where a file of this name can be written. */
export const temporary = (name: string): string => join(mkdtempSync(join(tmpdir(), 'orrery-')), name);

/** A deck of somebody's own, written on Windows. */
export function houseDeck(): string {
  const deck = readFileSync('../crates/rules/decks/revised.toml', 'utf8')
    .replace('id = "revised"', 'id = "house"')
    .replace('name = "Revised"', 'name = "House rules"');
  const file = temporary('house.toml');
  writeFileSync(file, deck.trimEnd().replaceAll('\n', '\r\n'));
  return file;
}
