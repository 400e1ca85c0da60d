/** Browser tests; run `npm run build:probe` and `npm run build` first. */

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.e2e.ts'],
    environment: 'node',
    reporters: ['verbose'],
    // The tests spend much of their time waiting, for browsers and for animations.
    maxWorkers: 3,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
