/** Browser tests; run `npm run build:probe` and `npm run build` first. */

import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { defineConfig } from 'vitest/config';

/** The files that take longest. They begin first, so that no worker waits for them at the end. */
const LONGEST = ['scenes', 'layout', 'learn', 'online', 'screens', 'company', 'table'];

class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.e2e.ts`));
      return found < 0 ? LONGEST.length : found;
    };
    return Promise.resolve(files.toSorted((a, b) => place(a) - place(b)));
  }
}

export default defineConfig({
  test: {
    include: ['tests/**/*.e2e.ts'],
    environment: 'node',
    reporters: ['verbose'],
    sequence: { sequencer: LongestFirst },
    // The tests spend much of their time waiting, for browsers and for animations.
    maxWorkers: 3,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
