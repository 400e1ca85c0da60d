// Standing orders of local games: they pass without asking the player. They last for the game and are shown as chips; a tap cancels one.
// Online, the server stores the orders, so that they also apply while a player is away.
import { settings } from '../app/settings.svelte';
import { gainOf } from './explore';
import type { Face, GameEvent, SeatId } from './types';

interface Orders {
  /** The turn in which the seat passes; null for none. */
  turn: number | null;
  /** The faces on which the seat passes. */
  faces: Face[];
  /** Whether the seat passes while it has less than 2 culture. */
  keep: boolean;
}

/** The active orders. */
export const orders: Orders = $state({ turn: null, faces: [], keep: false });

/** Removes all orders when a new game starts. */
export function clearOrders(): void {
  Object.assign(orders, { turn: null, faces: [], keep: false });
}

/** An offer to follow a die. */
export interface Offer {
  turn: number;
  face: Face;
  culture: number;
  seat: SeatId;
  /** The known events of following. */
  events: GameEvent[];
}

/** Returns whether an order passes on this offer. */
export function passes(offer: Offer): boolean {
  if (settings.follow === 'beginner') return false;
  if (orders.turn === offer.turn || orders.faces.includes(offer.face)) return true;
  if (orders.keep && offer.culture < 2) return true;
  if (settings.follow !== 'fast') return false;
  const gain = gainOf(offer.events, offer.seat);
  return !gain.colonises && !gain.level && gain.energy + gain.culture < 2;
}

/** A change of orders: for a turn, a face, or to keep the last culture. */
export interface OrderChange {
  turn?: number;
  face?: Face;
  keep?: true;
}

/** Gives or cancels an order; returns whether it was given. */
export function toggle({ turn, face, keep }: OrderChange): boolean {
  if (turn !== undefined) {
    orders.turn = orders.turn === turn ? null : turn;
    return orders.turn !== null;
  }
  if (face) {
    const others = orders.faces.filter((f) => f !== face);
    const given = others.length === orders.faces.length;
    orders.faces = given ? [...others, face] : others;
    return given;
  }
  if (keep) orders.keep = !orders.keep;
  return orders.keep;
}
