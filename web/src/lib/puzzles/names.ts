// The names of themes and difficulties.
import { levelName } from '../app/levels';
import { t, type MessageName } from '../i18n/index.svelte';

/** The themes, in the order of the page. */
export const THEMES: readonly string[] = [
  'colonise',
  'upgrade',
  'follow-or-pass',
  'save-culture',
  'reroll-or-keep',
  'convert',
  'deny',
  'ability',
  'end-turn',
  'plan',
  'last-round',
  'rogue',
];

/** Returns the name of a theme, or the keyword of an unknown theme. */
export const themeName = (theme: string): string => (THEMES.includes(theme) ? t(`puzzle.theme.${theme}` as MessageName) : theme);

/** Returns the name of a difficulty: the weakest bot level that finds the solution. */
export const difficultyName = (level: string): string => (level === 'none' ? t('puzzle.level.none') : levelName(level));
