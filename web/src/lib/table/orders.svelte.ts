// Standing orders of local games: they pass without asking the player. Each seat has its own, because several people can share a screen.
// They last for the game and are shown as chips; a tap cancels one.
// Online, the server stores the orders, so that they also apply while a player is away.
import { SvelteMap } from 'svelte/reactivity';
import { settings } from '../app/settings.svelte';
import { gainOf } from './explore';
import type { Face, GameEvent, SeatId } from './types';

interface Orders {
  /** The turn in which the seat passes; null for none. */
  turn: number | null;
  /** The faces on which the seat passes. */
  faces: Face[];
  /** Whether the seat passes while it has less than 2 culture. */
  keepCulture: boolean;
}

const NO_ORDERS: Readonly<Orders> = { turn: null, faces: [], keepCulture: false };

/** The active orders of each seat at this screen. */
const orders = new SvelteMap<SeatId, Orders>();

/** Returns the active orders of a seat. */
export function ordersOf(seat: SeatId | null): Readonly<Orders> {
  return (seat && orders.get(seat)) ?? NO_ORDERS;
}

/** Removes all orders when a new game starts. */
export function clearOrders(): void {
  orders.clear();
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
  const { turn, faces, keepCulture } = ordersOf(offer.seat);
  if (turn === offer.turn || faces.includes(offer.face)) return true;
  if (keepCulture && offer.culture < 2) return true;
  if (settings.follow !== 'fast') return false;
  const gain = gainOf(offer.events, offer.seat);
  return !gain.colonises && !gain.level && gain.energy + gain.culture < 2;
}

/** The order to give or cancel: for a turn, for a face, or to pass while the seat has less than 2 culture. */
export interface OrderChange {
  turn?: number;
  face?: Face;
  keepCulture?: true;
}

/** Gives or cancels an order of a seat; returns whether it was given. */
export function toggle(seat: SeatId, { turn, face, keepCulture }: OrderChange): boolean {
  const last = ordersOf(seat);
  const others = last.faces.filter((f) => f !== face);
  const isNewFace = face !== undefined && others.length === last.faces.length;
  const next: Orders = {
    turn: turn === undefined ? last.turn : last.turn === turn ? null : turn,
    faces: isNewFace ? [...others, face] : others,
    keepCulture: last.keepCulture !== (keepCulture ?? false),
  };
  orders.set(seat, next);
  return turn !== undefined ? next.turn !== null : face ? isNewFace : next.keepCulture;
}
