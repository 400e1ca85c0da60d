// What makes a piece of a drawing a button while it glows, and which spot of the table lies at a point.
import type { Play } from './play.svelte';
import type { Spot } from './spots';
import { targetLabel } from './words';

/** Attributes of a piece that can be pointed at. */
export function pointable(play: Play, spot: Spot): Record<string, string | number> {
  const target = play.target(spot);
  if (!target) return { 'data-spot': spot };
  return { 'data-spot': spot, role: 'button', tabindex: 0, 'aria-label': targetLabel(play.table, target) };
}

/** The spot that an element belongs to. */
export function spotOf(element: Element | null): Spot | undefined {
  return element?.closest<HTMLElement>('[data-spot]')?.dataset['spot'];
}

/** The spot at a point: the topmost that glows, for a ship may lie over a space; else the topmost. */
export function spotAt(play: Play, x: number, y: number): Spot | undefined {
  const spots = document.elementsFromPoint(x, y).flatMap((element) => spotOf(element) ?? []);
  return spots.find((spot) => play.target(spot)) ?? spots[0];
}
