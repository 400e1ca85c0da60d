// Where the pieces of a table stand, so that whatever moved between two views can be named without
// looking at the page.
import type { View } from './types';

/** Pieces by the name they carry on the page (`ship:A1`, `planet:ID`), each with its place in words. */
export type Places = ReadonlyMap<string, string>;

/** Where every ship and every planet of a view is. */
export function placesOf(view: View): Places {
  const places = new Map<string, string>();
  view.row.forEach((planet, slot) => planet && places.set(`planet:${planet}`, `row ${slot}`));
  for (const { seat, ships, colonies } of view.seats) {
    ships.forEach((ship, i) => places.set(`ship:${seat}${i + 1}`, Object.values(ship).join(' ')));
    for (const planet of colonies) places.set(`planet:${planet}`, seat);
  }
  return places;
}

/** What stands elsewhere now; what has only just come or is gone has not moved. */
export function movedBetween(before: Places, now: Places): string[] {
  return [...now].filter(([piece, place]) => before.has(piece) && before.get(piece) !== place).map(([piece]) => piece);
}
