// The levels of the bots.
import { t, type MessageName } from '../i18n/index.svelte';

/** The bot levels for players, weakest first; the other bots are for tests. */
export const LEVELS: readonly string[] = ['cadet', 'pilot', 'captain', 'admiral', 'oracle'];

/** The default level. */
export const DEFAULT_LEVEL = 'pilot';

/** Returns the name of a bot level in the selected language. */
export function levelName(level: string): string {
  return [...LEVELS, 'random', 'greedy'].includes(level) ? t(`level.${level}` as MessageName) : level;
}
