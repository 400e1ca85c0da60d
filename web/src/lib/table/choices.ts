// Decides which answers have a spot on the board, and which ones need a button.
import { t } from '../i18n/index.svelte';
import { cardOf, shortNameOf, targetLabel } from './labels';
import type { Target } from './explore';
import type { TableState } from './session';
import type { Spot } from './spots';
import type { LegalStep, View } from './types';

/** Spots of planets and ships, which count as visible on every screen. */
const PIECES = /^(disc|space|ship|card):/;
/** Spots on the mats; a small screen shows the mats only in a sheet. */
const ON_MATS = /^(planet|seat|home|bay)\b/;

/** Returns whether a spot is visible on the board; on a small screen, only spots of the planet row are. */
export function isOnBoard(view: View, spot: Spot, small: boolean): boolean {
  if (PIECES.test(spot)) return true;
  if (spot.startsWith('planet:') && view.row.includes(spot.slice('planet:'.length))) return true;
  return !small && ON_MATS.test(spot);
}

/** Returns the answers that have no spot on the board. */
export function offBoard(options: LegalStep[], targets: Target[], view: View, small: boolean): LegalStep[] {
  const shown = targets.filter((target) => isOnBoard(view, target.spot, small));
  const covered = new Set(shown.flatMap((target) => target.paths.flatMap((path) => path.steps)));
  return options.filter((option) => !covered.has(option.step));
}

/** The content of a button for a target. */
export interface ChipContent {
  icon: string;
  text: string;
  cost?: { n: string; icon: string }[];
}

/** Describes a target for a button. */
export function chipOf(table: TableState, target: Target): ChipContent {
  const [kind = '', what = ''] = target.spot.split(':');
  if (kind === 'upgrade') {
    const cost = [...what.matchAll(/(\d+)([ec])/g)].map(([, n = '', r]) => ({ n, icon: r === 'e' ? 'energy' : 'culture' }));
    return { icon: 'up', text: t('chip.upgrade'), cost };
  }
  if (kind === 'planet') return { icon: 'colony', text: cardOf(table, what)?.name ?? what };
  if (kind === 'home') return { icon: 'ship-up', text: t('chip.home') };
  if (kind === 'seat') return { icon: 'friends', text: shortNameOf(table, what) };
  return { icon: kind, text: targetLabel(table, target) };
}
