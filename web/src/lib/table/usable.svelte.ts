// Finds the colonies that a die of the tray could use now.
import type { Play } from './play.svelte';

/** Returns the planets that a step sequence uses as a colony. */
function colonyOf(steps: string[]): string[] {
  return steps.flatMap((step) => (step.startsWith('planet ') ? [step.slice('planet '.length)] : []));
}

/** The usable colonies, found while the player thinks. Call it where effects are allowed. */
export function usableColonies(of: () => Play): { readonly now: ReadonlySet<string> } {
  let found: ReadonlySet<string> = $state.raw(new Set());
  const asks = $derived(of().isTurn && of().view.dice.includes('colony') ? of().table.version : null);
  $effect(() => {
    found = new Set();
    if (asks === null) return;
    let stale = false;
    void of()
      .session.ways(['activate colony'])
      .then((ways) => {
        if (!stale) found = new Set(ways.flatMap((way) => colonyOf(way.steps)));
      });
    return () => (stale = true);
  });
  return {
    get now() {
      return found;
    },
  };
}
