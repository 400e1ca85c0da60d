// The ships at the planets, with everything needed to draw them.
import type { Play } from './play.svelte';
import type { TableState } from './session';
import type { View } from './types';

/** A ship at a planet; `space` is null on the surface. */
export interface ShownShip {
  /** Seat and number, as in steps: `A1`. */
  id: string;
  seat: string;
  number: number;
  mark: string;
  mine: boolean;
  space: number | null;
}

const NONE: ShownShip[] = [];

/** Returns the ships at the planet of a slot. */
export function shipsOf(play: Play, slot: number): ShownShip[] {
  return play.shipsBySlot[slot] ?? NONE;
}

/** Returns the ships at all planets, by slot. */
export function shipsBySlot(view: View, { players, me }: TableState): Record<number, ShownShip[]> {
  const found: Record<number, ShownShip[]> = {};
  for (const { seat, ships } of view.seats) {
    const mark = players.find((player) => player.seat === seat)?.mark ?? '1';
    ships.forEach((ship, i) => {
      if (ship.at !== 'orbit' && ship.at !== 'surface') return;
      const shown = { seat, id: `${seat}${i + 1}`, number: i + 1, mark, mine: seat === me, space: ship.at === 'orbit' ? ship.space : null };
      (found[ship.slot] ??= []).push(shown);
    });
  }
  return found;
}
