// Finds the colonies that a die of the tray could use now.
import type { Play } from './play.svelte';

/** The usable colonies, found while the player thinks. Call it where effects are allowed. */
export function usableColonies(of: () => Play): { readonly now: ReadonlySet<string> } {
  let found: ReadonlySet<string> = $state.raw(new Set());
  const asks = $derived(of().isTurn && of().view.dice.includes('colony') ? of().table.version : null);
  $effect(() => {
    found = new Set();
    if (asks === null) return;
    let stale = false;
    void of()
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
