/** ESLint for the client: type-checked TypeScript and Svelte. Prettier alone is responsible for layout. */

import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  // Build output and files generated from Rust.
  { ignores: ['dist/', 'dist-probe/', 'src/lib/engine/wasm/', 'src/lib/engine/asks.ts', 'src/lib/engine/review.ts', 'src/lib/protocol/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      // `onclick={() => close()}` and `if (left) return close()` are the usual forms of a handler and an early exit.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
      // A number prints as expected; null, undefined and objects do not.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      // `void value` names a dependency of an effect that does not use the value itself.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // The client replaces state as a whole (`$state.raw`), so its sets and maps need no reactivity of their own.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['src/lib/art/planets.ts'],
    // Pixel loops: every index is in range by construction, and a check for each would slow painting down.
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['tests/**/*.e2e.ts'],
    // `browser?.close()`: a hook cleans up even if the hook that assigns the variable failed, which types do not show.
    rules: { '@typescript-eslint/no-unnecessary-condition': 'off' },
  },
  // Plain JavaScript is outside the TypeScript project.
  { files: ['**/*.js'], extends: [ts.configs.disableTypeChecked] },
  {
    files: ['pwa/sw.js'],
    // The build fills in both names.
    languageOptions: { globals: { ...globals.serviceworker, __FILES__: 'readonly', __VERSION__: 'readonly' } },
  },
);
