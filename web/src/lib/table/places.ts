// Locates the pieces of a view. Comparing the locations of two views finds the pieces that moved, without using the DOM.
import type { View } from './types';

/** Locations by piece (`ship:A1`, `planet:ID`). */
export type Places = ReadonlyMap<string, string>;

/** Returns the location of every ship and planet of a view. */
export function placesOf(view: View): Places {
  const places = new Map<string, string>();
  view.row.forEach((planet, slot) => planet && places.set(`planet:${planet}`, `row ${slot}`));
  for (const { seat, ships, colonies } of view.seats) {
    ships.forEach((ship, i) => places.set(`ship:${seat}${i + 1}`, Object.values(ship).join(' ')));
    for (const planet of colonies) places.set(`planet:${planet}`, seat);
  }
  return places;
}

/** Returns the pieces whose location changed; new and removed pieces have not moved. */
export function movedBetween(before: Places, now: Places): string[] {
  return [...now].filter(([piece, place]) => before.has(piece) && before.get(piece) !== place).map(([piece]) => piece);
}
