// The table that is on the screen, for dialogs about it.
import type { Play } from './play.svelte';

/** Commands for a whole game of this device. */
export interface GameCommands {
  /** Starts the same game again with new dice. */
  restart: () => void;
  /** Lets a bot play for the person whose turn it is; null if nobody would be left to play against. */
  resign: (() => void) | null;
  /** Deletes the game. */
  abandon: () => void;
}

/** The table, if one is shown. */
export const current: {
  play: Play | null;
  /** At a table on a server: the role of the viewer. */
  online: 'playing' | 'watching' | null;
  /** At a table on this device. */
  game: GameCommands | null;
} = $state({ play: null, online: null, game: null });
