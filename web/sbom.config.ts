/** Builds the client into a cache folder and lists the npm packages that it contains, for the SBOM. */

import { mergeConfig, type Plugin } from 'vite';
import client from './vite.config.ts';

/** Returns the package that a file below `node_modules` belongs to; empty for other files. */
const packageOf = (file: string): string[] => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.slice(1) ?? [];

/** Lists the packages of all bundles, including workers, in `packages.json`; the last bundle writes the complete list. */
function packageList(): Plugin {
  const found = new Set<string>();
  return {
    name: 'orrery-package-list',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : output.originalFileNames));
      for (const name of files.flatMap(packageOf)) found.add(name);
      this.emitFile({ type: 'asset', fileName: 'packages.json', source: JSON.stringify([...found].sort()) });
    },
  };
}

const list = packageList();

export default mergeConfig(client, {
  plugins: [list],
  worker: { plugins: () => [list] },
  build: { outDir: 'node_modules/.cache/sbom', emptyOutDir: true },
});
