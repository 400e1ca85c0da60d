// Events as the log shows them: an icon, and the pieces of the table they are about.
import type { GameEvent } from './types';

/** Returns the icon of an event. */
export function iconOf(event: GameEvent): string {
  switch (event.kind) {
    case 'die-activated':
      return event.face;
    case 'gained':
    case 'paid':
      return event.amount.energy ? 'energy' : 'culture';
    case 'ship-moved':
    case 'ship-hopped':
    case 'ship-sent-home':
    case 'ship-gained':
    case 'ship-advanced':
    case 'ship-regressed':
      return 'ship-lie';
    case 'followed':
      return 'follow';
    case 'colonised':
      return 'vp';
    case 'empire-upgraded':
      return 'up';
    case 'dice-rolled':
      return 'die';
    case 'dice-rerolled':
      return 'reroll';
    case 'die-set':
      return 'convert';
    case 'ability-used':
      return 'colony';
    case 'rogue-attacked':
    case 'skull-reached':
      return 'skull';
    case 'end-triggered':
    case 'game-over':
      return 'crown';
    case 'stolen':
    case 'lost':
      return 'attack';
    case 'mission-revealed':
      return 'mission';
    case 'planet-drawn':
    case 'mission-dealt':
    case 'mission-kept':
    case 'start-chosen':
    case 'turn-began':
    case 'nothing-happened':
    case 'dice-spent':
    case 'dice-discarded':
    case 'die-repeated':
    case 'action-chosen':
    case 'paid-to':
    case 'turned':
    case 'planet-replaced':
    case 'deck-ran-out':
    case 'declined':
    case 'effect-began':
    case 'passed':
    case 'turn-ended':
    case 'reroll-forced':
    case 'rogue-relentless':
    case 'rogue-used':
    case 'rogue-discarded':
    case 'die-lost':
    case 'rogue-bonus':
      return 'next';
  }
}

/** Returns the selectors of the pieces that an event is about. */
export function piecesOf(event: GameEvent): string[] {
  const pieces: string[] = [];
  if ('ship' in event) pieces.push(`[data-flip="ship:${event.seat}${event.ship}"]`);
  if ('slot' in event) pieces.push(`[data-slot="${event.slot}"]`);
  if ('planet' in event) pieces.push(`[data-flip="planet:${event.planet}"]`);
  return pieces;
}
