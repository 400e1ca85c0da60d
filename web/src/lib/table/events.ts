// The pieces of the table that an event is about.
import type { GameEvent } from './types';

/** Returns the CSS selectors of the pieces that an event is about. */
export function piecesOf(event: GameEvent): string[] {
  const pieces: string[] = [];
  if ('ship' in event) pieces.push(`[data-flip="ship:${event.seat}${event.ship}"]`);
  if ('slot' in event) pieces.push(`[data-slot="${event.slot}"]`);
  if ('planet' in event) pieces.push(`[data-flip="planet:${event.planet}"]`);
  return pieces;
}
