// Finds the colonies that a die of the tray could use now.
import { whenIdle } from '../app/idle';
import type { Play } from './play.svelte';

const NONE: ReadonlySet<string> = new Set();

/** Returns the usable colonies, computed in the background. Call it during the initialisation of a component, because it uses `$effect`. */
export function usableColonies(getPlay: () => Play): { readonly now: ReadonlySet<string> } {
  let found: ReadonlySet<string> = $state.raw(NONE);
  const versionToQuery = $derived(getPlay().isTurn && getPlay().view.dice.includes('colony') ? getPlay().table.version : null);
  $effect(() => {
    found = NONE;
    if (versionToQuery === null) return;
    let stale = false;
    // Let the page draw the change of the table first.
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
