// Finds the colonies that a die of the tray could use now.
import { whenIdle } from '../app/idle';
import type { Play } from './play.svelte';

const NONE: ReadonlySet<string> = new Set();

/** Returns the usable colonies, computed in the background. Call it while a component initialises: it uses `$effect`. */
export function usableColonies(getPlay: () => Play): { readonly now: ReadonlySet<string> } {
  let found: ReadonlySet<string> = $state.raw(NONE);
  const versionToQuery = $derived(getPlay().isTurn && getPlay().view.dice.includes('colony') ? getPlay().table.version : null);
  $effect(() => {
    found = NONE;
    if (versionToQuery === null) return;
    let stale = false;
    // The change of the table is drawn first.
    whenIdle(() => {
      if (stale) return;
      void getPlay()
        .usableColonies()
        .then((planets) => {
          if (!stale && planets.length) found = new Set(planets);
        });
    });
    return () => (stale = true);
  });
  return {
    get now() {
      return found;
    },
  };
}
