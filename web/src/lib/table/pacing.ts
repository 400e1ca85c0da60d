// Pacing: how long a change stays visible before the next one, so that people can follow what others
// do. The viewer's own actions never wait.
import { actorOf, type EventKind, type GameEvent, type SeatId } from './types';

/** Milliseconds by kind; events without an entry do not wait. */
const MS: Partial<Record<EventKind, number>> = {
  'turn-began': 700,
  'dice-rolled': 900,
  'dice-rerolled': 500,
  'die-activated': 450,
  'ship-moved': 700,
  'ship-hopped': 700,
  'ship-advanced': 600,
  'ship-regressed': 600,
  'ship-sent-home': 500,
  colonised: 900,
  'empire-upgraded': 700,
  followed: 800,
  gained: 350,
  stolen: 500,
  lost: 500,
  'ability-used': 500,
  'rogue-attacked': 900,
  'skull-reached': 900,
  'rogue-discarded': 600,
  'planet-drawn': 250,
  'end-triggered': 1200,
  'mission-revealed': 600,
};

/** Milliseconds at normal speed. */
export function delayOf(events: GameEvent[], me: SeatId | null): number {
  let longest = 0;
  for (const event of events) {
    if (me !== null && actorOf(event) === me && event.kind !== 'dice-rolled') continue;
    longest = Math.max(longest, MS[event.kind] ?? 0);
  }
  const mine = events.some((e) => actorOf(e) === me);
  return mine ? Math.min(longest, 250) : longest;
}
