/** Writes the service worker of a build, with the list of all its files. */

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { filesOf } from './files.ts';

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
