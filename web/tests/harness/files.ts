/** Files that a user would have on disk. */

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns a writable path for a file of this name. */
export const temporary = (name: string): string => join(mkdtempSync(join(tmpdir(), 'orrery-')), name);

/** A custom deck with Windows line endings. */
export function houseDeck(): string {
  const deck = readFileSync('../crates/rules/decks/revised.toml', 'utf8')
    .replace('id = "revised"', 'id = "house"')
    .replace('name = "Revised"', 'name = "House rules"');
  const file = temporary('house.toml');
  writeFileSync(file, deck.trimEnd().replaceAll('\n', '\r\n'));
  return file;
}
