// The table on the screen, for the dialogs about it.
import type { Play } from './play.svelte';

/** Commands for a whole game of this device. */
export interface GameCommands {
  /** Starts the same game again with new dice. */
  restart: () => void;
  /** Lets a bot play for the person who must decide; null in a solo game, or if no person plays here. */
  resign: (() => void) | null;
  /** The name of this person, if several people share the screen. */
  who: string | null;
  /** Deletes the game. */
  abandon: () => void;
}

/** The table on the screen; its fields are null if there is none. */
export const current: {
  play: Play | null;
  /** The viewer's role at a table on a server. */
  online: 'playing' | 'watching' | null;
  /** The commands for a game on this device. */
  game: GameCommands | null;
} = $state({ play: null, online: null, game: null });
