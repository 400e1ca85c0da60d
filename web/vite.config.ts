/** Builds the client as one static folder that works in any directory of a web server. */

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { compressed } from './pwa/compress.ts';
import { serviceWorker } from './pwa/plugin.ts';

export default defineConfig({
  // Relative paths, so that the same build works at the root of a web server and in a subdirectory.
  base: './',
  // The service worker lists the files of the build, so `compressed` comes after it.
  plugins: [svelte(), serviceWorker(), compressed()],
  build: { target: 'es2022', chunkSizeWarningLimit: 300 },
  worker: { format: 'es' },
  // Forwards API requests to `orrery serve` during development.
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'happy-dom',
    // Some tests play whole games, which takes long on a busy machine.
    testTimeout: 300_000,
  },
  // Tests use Svelte's browser build, not its build for server-side rendering.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
});
