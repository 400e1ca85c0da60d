// Computes how long a change stays visible before the next one, so that people can follow the actions of others. After the viewer's own
// actions there is at most a short delay.
import { actorOf, type EventKind, type GameEvent, type SeatId } from './types';

/** The delay after each kind of event, in milliseconds; other events have none. */
const DELAYS: Partial<Record<EventKind, number>> = {
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

/** Returns the delay after events at normal speed, in milliseconds; the viewer's own actions cause none, except rolls. */
export function delayOf(events: GameEvent[], me: SeatId | null): number {
  let longest = 0;
  for (const event of events) {
    if (me !== null && actorOf(event) === me && event.kind !== 'dice-rolled') continue;
    longest = Math.max(longest, DELAYS[event.kind] ?? 0);
  }
  const mine = events.some((e) => actorOf(e) === me);
  return mine ? Math.min(longest, 250) : longest;
}

/** The maximum duration of another player's turn at normal speed, in milliseconds. */
const MAX_TURN = 5_500;
/** The maximum duration of a round of all other players at the fast speed, in milliseconds. */
const MAX_FAST_ROUND = 4_500;
/** The maximum share of a turn's remaining time that one change may take. */
const MAX_SHARE = 0.3;

/** Returns the time for a whole turn of another player, in milliseconds. */
export function turnBudget(motion: 'slow' | 'normal' | 'fast' | 'off', factor: number, players: number): number {
  return motion === 'fast' ? MAX_FAST_ROUND / Math.max(1, players - 1) : MAX_TURN * factor;
}

/**
 * Shortens a delay so that a turn stays within its budget, however many changes it has: the later changes of a long turn follow each other
 * faster.
 */
export function withinBudget(delay: number, spent: number, budget: number): number {
  return Math.min(delay, Math.max(0, budget - spent) * MAX_SHARE);
}
