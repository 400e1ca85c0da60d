/** Builds the probe in the same way as the application. */

import { defineConfig } from 'vite';
import { serviceWorker } from '../../pwa/plugin.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [serviceWorker()],
  build: { target: 'es2022', outDir: '../../dist-probe', emptyOutDir: true },
  worker: { format: 'es' },
});
