/** Temporary files that tests import or save. */

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns a path with this file name in a new temporary directory. */
export const temporary = (name: string): string => join(mkdtempSync(join(tmpdir(), 'orrery-')), name);

/** Writes a custom deck with Windows line endings; returns its path. */
export function houseDeck(): string {
  const deck = readFileSync('../crates/rules/decks/revised.toml', 'utf8')
    .replace('id = "revised"', 'id = "house"')
    .replace('name = "Revised"', 'name = "House rules"');
  const file = temporary('house.toml');
  writeFileSync(file, deck.trimEnd().replaceAll('\n', '\r\n'));
  return file;
}
