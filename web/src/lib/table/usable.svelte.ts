// Finds the colonies that a die of the tray could use now.
import type { Play } from './play.svelte';

/** Returns the usable colonies, computed in the background. Call it while a component initialises: it uses `$effect`. */
export function usableColonies(getPlay: () => Play): { readonly now: ReadonlySet<string> } {
  let found: ReadonlySet<string> = $state.raw(new Set());
  const versionToQuery = $derived(getPlay().isTurn && getPlay().view.dice.includes('colony') ? getPlay().table.version : null);
  $effect(() => {
    found = new Set();
    if (versionToQuery === null) return;
    let stale = false;
    void getPlay()
      .usableColonies()
      .then((planets) => {
        if (!stale) found = new Set(planets);
      });
    return () => (stale = true);
  });
  return {
    get now() {
      return found;
    },
  };
}
