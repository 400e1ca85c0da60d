// Turns a piece of a drawing into a button while it glows, and finds the spot at a screen position.
import type { Target } from './explore';
import type { Play } from './play.svelte';
import type { ShownShip } from './ships';
import type { Spot } from './spots';
import { targetLabel } from './labels';

/** Returns the attributes of a piece; a glowing one, which has a target, is a button. */
export function pointable(play: Play, spot: Spot, target: Target | undefined): Record<string, string | number> {
  if (!target) return { 'data-spot': spot };
  return { 'data-spot': spot, role: 'button', tabindex: 0, 'aria-label': targetLabel(play.table, target) };
}

const NONE: ReadonlyMap<Spot, Target> = new Map();

/**
 * Returns the glowing spots of a planet of the row. If there are none, it is always the same map, so that the planet is not drawn again.
 */
export function targetsAt(
  { targets }: Play,
  planet: { slot: number; planet: string; ships: readonly ShownShip[] },
): ReadonlyMap<Spot, Target> {
  const { slot, ships } = planet;
  const places = [`card:${slot}`, `disc:${slot}`, `planet:${planet.planet}`];
  const isHere = (spot: Spot) =>
    places.includes(spot) || spot.startsWith(`space:${slot}:`) || ships.some((ship) => spot === `ship:${ship.id}`);
  const here = [...targets].filter(([spot]) => isHere(spot));
  return here.length ? new Map(here) : NONE;
}

/** Returns the spot that an element belongs to. */
export function spotOf(element: Element | null): Spot | undefined {
  return element?.closest<HTMLElement>('[data-spot]')?.dataset['spot'];
}

/** Returns the topmost glowing spot at a screen position (a ship may cover a space), or else the topmost spot. */
export function spotAt(play: Play, x: number, y: number): Spot | undefined {
  const spots = document.elementsFromPoint(x, y).flatMap((element) => spotOf(element) ?? []);
  return spots.find((spot) => play.target(spot)) ?? spots[0];
}
