// Standing orders: when to pass without being asked. They hold for the game at this table, show as
// chips, and one tap cancels each. On a server they live there, so that they work while one is away.
import { settings } from '../app/settings.svelte';
import { gainOf } from './explore';
import type { Face, GameEvent, SeatId } from './types';

interface Orders {
  /** Pass for the rest of this turn. */
  turn: number | null;
  /** Pass on these faces. */
  faces: Face[];
  /** Pass if fewer than two culture would do. */
  keep: boolean;
}

/** The orders that hold. */
export const orders: Orders = $state({ turn: null, faces: [], keep: false });

/** Forgets all orders: a new game begins. */
export function clearOrders(): void {
  Object.assign(orders, { turn: null, faces: [], keep: false });
}

/** What a follow offers. */
export interface Offer {
  turn: number;
  face: Face;
  culture: number;
  seat: SeatId;
  /** What it would bring at best, as far as it is known. */
  events: GameEvent[];
}

/** Whether an order passes this offer. */
export function passes(offer: Offer): boolean {
  if (settings.follow === 'beginner') return false;
  if (orders.turn === offer.turn || orders.faces.includes(offer.face)) return true;
  if (orders.keep && offer.culture < 2) return true;
  if (settings.follow !== 'fast') return false;
  const gain = gainOf(offer.events, offer.seat);
  return !gain.colonises && !gain.level && gain.energy + gain.culture < 2;
}
