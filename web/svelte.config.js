/** Svelte: runes everywhere, and a component that warns does not build. */

/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
export default {
  compilerOptions: { runes: true },
};
