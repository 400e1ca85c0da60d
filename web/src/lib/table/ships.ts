// The ships at a planet, with everything needed to draw them.
import type { Play } from './play.svelte';

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

/** Returns the ships at the planet of a slot. */
export function shipsOf(play: Play, slot: number): ShownShip[] {
  return play.view.seats.flatMap((seat) =>
    seat.ships.flatMap((ship, i) => {
      if ((ship.at !== 'orbit' && ship.at !== 'surface') || ship.slot !== slot) return [];
      const mark = play.player(seat.seat)?.mark ?? '1';
      return [
        {
          seat: seat.seat,
          id: `${seat.seat}${i + 1}`,
          number: i + 1,
          mark,
          mine: seat.seat === play.table.me,
          space: ship.at === 'orbit' ? ship.space : null,
        },
      ];
    }),
  );
}
