/** Writes a gzip file next to each text and WebAssembly file of a build, so that the server need not compress. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { filesOf } from './files.ts';

/** Whether compression makes a file smaller; pictures and fonts are already compressed. */
const isCompressible = (file: string): boolean => /\.(css|html|js|json|svg|wasm|webmanifest)$/.test(file);

export function compressed(): Plugin {
  let folder = 'dist';
  return {
    name: 'orrery-compressed',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const file of filesOf(folder).filter(isCompressible)) {
        const path = join(folder, file);
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
      }
    },
  };
}
