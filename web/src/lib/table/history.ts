// Queries of the log: who followed which die of a turn, and events since a seat's last turn.
import type { LogLine } from './session';
import { actorOf, type EventKind, type GameEvent, type SeatId } from './types';

/** Returns the followers of each die in the bay of a turn. */
export function followers(log: LogLine[], turn: number): SeatId[][] {
  const dice: SeatId[][] = [];
  for (const { event, turn: when } of log) {
    if (when !== turn) continue;
    if (event.kind === 'die-activated' || event.kind === 'rogue-used') dice.push([]);
    const last = dice.at(-1);
    // A seat may act twice on one die: free by an ability, and by following.
    if (event.kind === 'followed' && last && !last.includes(event.seat)) last.push(event.seat);
  }
  return dice;
}

/** Returns the events after a seat's last turn. */
export function since(log: LogLine[], seat: SeatId): LogLine[] {
  const last = log.findLastIndex((l) => l.event.kind === 'turn-ended' && l.event.seat === seat);
  return last < 0 ? [] : log.slice(last + 1);
}

/** Who wants to know of an event: every player, the affected seats, readers of the log, or nobody. */
type Interest = 'all' | 'affected' | 'log' | 'none';

/** The log never shows missions: the screen may be shared. */
const INTEREST: Record<EventKind, Interest> = {
  'planet-drawn': 'none',
  'mission-dealt': 'none',
  'mission-kept': 'none',
  'start-chosen': 'log',
  'turn-began': 'none',
  'dice-rolled': 'log',
  'dice-rerolled': 'log',
  'die-activated': 'log',
  'nothing-happened': 'log',
  'die-set': 'log',
  'dice-spent': 'none',
  'dice-discarded': 'log',
  'die-repeated': 'log',
  'action-chosen': 'none',
  'ship-moved': 'log',
  'ship-hopped': 'log',
  'ship-sent-home': 'affected',
  'ship-gained': 'log',
  'ship-advanced': 'log',
  'ship-regressed': 'affected',
  gained: 'log',
  paid: 'log',
  'paid-to': 'log',
  lost: 'affected',
  stolen: 'affected',
  turned: 'log',
  colonised: 'all',
  'planet-replaced': 'all',
  'deck-ran-out': 'log',
  'empire-upgraded': 'all',
  'skull-reached': 'all',
  'ability-used': 'log',
  declined: 'log',
  'effect-began': 'log',
  followed: 'affected',
  passed: 'none',
  'turn-ended': 'none',
  'end-triggered': 'all',
  'reroll-forced': 'log',
  'rogue-relentless': 'log',
  'rogue-used': 'log',
  'rogue-discarded': 'log',
  'rogue-attacked': 'all',
  'die-lost': 'affected',
  'rogue-bonus': 'log',
  'mission-revealed': 'log',
  'game-over': 'log',
};

const isLogged = ({ event }: LogLine): boolean => INTEREST[event.kind] !== 'none';

const affects = (event: GameEvent, seat: SeatId): boolean => actorOf(event) === seat || (event.kind === 'stolen' && event.from === seat);

/** Returns a short summary: events that changed the game or affected this seat. */
export function summary(log: LogLine[], seat: SeatId): LogLine[] {
  return since(log, seat).filter(({ event }) => {
    const interest = INTEREST[event.kind];
    return interest === 'all' || (interest === 'affected' && affects(event, seat));
  });
}

/** Returns the latest relevant line. */
export function latest(log: LogLine[]): LogLine | undefined {
  return log.findLast((line) => line.event.text && isLogged(line));
}

/** Returns the turns of a log, latest first, with their relevant lines. */
export function turns(log: LogLine[]): { turn: number; seat: SeatId; lines: LogLine[] }[] {
  const all: { turn: number; seat: SeatId; lines: LogLine[] }[] = [];
  for (const line of log) {
    if (!isLogged(line)) continue;
    const last = all.at(-1);
    if (last && last.turn === line.turn) last.lines.push(line);
    else all.push({ turn: line.turn, seat: line.seat, lines: [line] });
  }
  return all.reverse();
}
