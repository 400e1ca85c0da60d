/** Tests in a real browser; `npm run build:probe` and `npm run build` come first. */

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.e2e.ts'],
    environment: 'node',
    reporters: ['verbose'],
    // Much of the time browsers wait, for each other or for what moves.
    maxWorkers: 3,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
