/** Writes the service worker of a build, with the list of all its files. */

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/** Lists all files below a folder, with relative paths and `/`. */
function filesOf(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = all.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return paths.map((path) => path.split(sep).join('/')).sort();
}

/** Returns whether the service worker caches a file; only developers need source maps, and they are online. */
const isCached = (file: string): boolean => file !== 'sw.js' && !file.endsWith('.map');

export function serviceWorker(): Plugin {
  let folder = 'dist';
  return {
    name: 'orrery-service-worker',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      const files = filesOf(folder).filter(isCached);
      const hash = createHash('sha256');
      for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
      const source = readFileSync(new URL('./sw.js', import.meta.url), 'utf8');
      const generated = source
        .replace('__FILES__', JSON.stringify(files))
        .replace('__VERSION__', JSON.stringify(hash.digest('hex').slice(0, 16)));
      writeFileSync(join(folder, 'sw.js'), generated);
    },
  };
}
