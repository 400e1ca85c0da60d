// Turns a piece of a drawing into a button while it glows, and finds the spot at a point.
import type { Play } from './play.svelte';
import type { Spot } from './spots';
import { targetLabel } from './labels';

/** Returns the attributes of a piece; a glowing one is a button. */
export function pointable(play: Play, spot: Spot): Record<string, string | number> {
  const target = play.target(spot);
  if (!target) return { 'data-spot': spot };
  return { 'data-spot': spot, role: 'button', tabindex: 0, 'aria-label': targetLabel(play.table, target) };
}

/** Returns the spot that an element belongs to. */
export function spotOf(element: Element | null): Spot | undefined {
  return element?.closest<HTMLElement>('[data-spot]')?.dataset['spot'];
}

/** Returns the topmost glowing spot at a point (a ship may cover a space), or else the topmost spot. */
export function spotAt(play: Play, x: number, y: number): Spot | undefined {
  const spots = document.elementsFromPoint(x, y).flatMap((element) => spotOf(element) ?? []);
  return spots.find((spot) => play.target(spot)) ?? spots[0];
}
