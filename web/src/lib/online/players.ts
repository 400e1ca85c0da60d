// Converts the players of an online table to those of a session.
import type { SeatPlayer } from '../engine';
import type { Table } from '../protocol';

/** Returns the players of a table, by seat. */
export function playersOf(table: Table): SeatPlayer[] {
  return table.seats.map(({ seat, player }) => {
    const isPerson = player?.kind === 'person' || player?.kind === 'program';
    return {
      seat,
      name: player?.name || seat,
      kind: seat === table.you.seat ? 'me' : player?.kind === 'bot' || player?.kind === 'rogue' ? player.kind : 'person',
      level: player?.kind === 'bot' ? player.level : null,
      present: isPerson ? player.present : true,
      resigned: isPerson && player.resigned,
    };
  });
}
