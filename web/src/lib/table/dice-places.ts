// Keeps every die at its place in the tray, because the engine has only a sorted list of faces. Only rolled dice get a new throw number, so
// that exactly these are animated, even if they show the same face again.
import type { Face, GameEvent } from './types';

/** A place in the tray. */
export interface DiePlace {
  /** The id of the place, which stays the same during the turn. */
  id: number;
  /** The face of the die, or null after it was used. */
  face: Face | null;
  /** The face of a used die; the die returns to its place if its use is undone. */
  used?: Face;
  /** How often this die has been rolled. */
  throws: number;
}

/** Counts the dice of each face. */
function tally(faces: readonly Face[]): Map<Face, number> {
  const counts = new Map<Face, number>();
  for (const face of faces) counts.set(face, (counts.get(face) ?? 0) + 1);
  return counts;
}

/** Removes a die of a face from the counts; returns whether there was one. */
function take(counts: Map<Face, number>, face: Face | null): boolean {
  const left = face === null ? 0 : (counts.get(face) ?? 0);
  if (face !== null && left > 0) counts.set(face, left - 1);
  return left > 0;
}

/** Returns new places after a roll of all dice. */
export function thrown(dice: readonly Face[], throws: number): DiePlace[] {
  return dice.map((face, id) => ({ id, face, throws }));
}

/**
 * Returns the places after a change. `rolled` are the faces of rerolled dice. `selected` are the places of dice that were picked or
 * selected; among equal dice, these leave first.
 */
export function arrange(
  places: readonly DiePlace[],
  dice: readonly Face[],
  rolled: readonly Face[],
  selected: readonly number[],
): DiePlace[] {
  const counts = tally(dice);
  for (const face of rolled) take(counts, face);
  // Unused dice keep their places. If a face has fewer dice than before, the selected ones leave first.
  const order = [...places].sort((a, b) => Number(selected.includes(a.id)) - Number(selected.includes(b.id)) || a.id - b.id);
  const kept = new Set(order.filter((place) => take(counts, place.face)).map((place) => place.id));
  // Dice that were not rolled but have no place yet: set to another face, returned by an undo, or gained.
  const unrolled = [...counts].flatMap(([face, n]) => Array.from({ length: n }, () => ({ face, addedThrows: 0 })));
  const incoming = [...rolled.map((face) => ({ face, addedThrows: 1 })), ...unrolled];
  const result = places.map((place) => {
    if (kept.has(place.id)) return place;
    if (place.face === null) return restored(place, incoming);
    const next = incoming.shift();
    return next ? { id: place.id, face: next.face, throws: place.throws + next.addedThrows } : { ...place, face: null, used: place.face };
  });
  // The seat has gained dice during the turn.
  const more = incoming.map(({ face, addedThrows }, i) => ({ id: result.length + i, face, throws: addedThrows }));
  return [...result, ...more];
}

/** Returns an empty place with its used die restored, if that die has come back. */
function restored(place: DiePlace, incoming: { face: Face; addedThrows: number }[]): DiePlace {
  const index = incoming.findIndex(({ face, addedThrows }) => addedThrows === 0 && face === place.used);
  if (index < 0 || place.used === undefined) return place;
  incoming.splice(index, 1);
  return { id: place.id, face: place.used, throws: place.throws };
}

/**
 * Maps the id of each place with a die to an index in the engine's list. Among dice of equal face, the first place gets
 * the first index.
 */
export function indices(places: readonly DiePlace[], dice: readonly Face[]): Map<number, number> {
  const used = new Set<number>();
  const found = new Map<number, number>();
  for (const { id, face } of places) {
    const index = dice.findIndex((one, i) => one === face && !used.has(i));
    if (index < 0) continue;
    used.add(index);
    found.set(id, index);
  }
  return found;
}

/** Returns the faces of the last roll of a change. */
export function rolledIn(events: readonly GameEvent[]): Face[] {
  return events.findLast((event) => event.kind === 'dice-rolled')?.dice ?? [];
}

/** Returns which dice a change rolled: all dice of the tray, or else the new faces of `some` of them, as in a reroll. */
export function rollOf(events: readonly GameEvent[], tray: readonly Face[]): { all: boolean; some: Face[] } {
  const rolled = rolledIn(events);
  const all = rolled.length > 0 && rolled.length === tray.length;
  return { all, some: all ? [] : rolled };
}
