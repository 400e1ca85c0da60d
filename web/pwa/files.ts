/** Lists the files of a build. */

import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Returns all files below a folder, with relative paths and `/`. */
export function filesOf(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = all.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return paths.map((path) => path.split(sep).join('/')).sort();
}
