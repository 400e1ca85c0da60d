// What makes a piece of a drawing a button while it glows.
import type { Play } from './play.svelte';
import type { Spot } from './spots';
import { targetLabel } from './words';

/** Attributes of a piece that can be pointed at. */
export function pointable(play: Play, spot: Spot): Record<string, string | number> {
  const target = play.target(spot);
  if (!target) return { 'data-spot': spot };
  return { 'data-spot': spot, role: 'button', tabindex: 0, 'aria-label': targetLabel(play.table, target) };
}
