// The table that is on the screen, for dialogs that speak of it.
import type { Play } from './play.svelte';

/** The table, if one is shown. */
export const current: { play: Play | null; /** At a table on a server: as what. */ online: 'playing' | 'watching' | null } = $state({
  play: null,
  online: null,
});
