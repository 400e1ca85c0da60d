/** Compressed sizes of a build. */

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Returns the total gzip size of all files in a folder whose names match, in bytes. */
export function packed(folder: string, name: RegExp): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && name.test(entry.name));
  return files.reduce((sum, { parentPath, name: file }) => sum + gzipSync(readFileSync(join(parentPath, file)), { level: 9 }).length, 0);
}
