// Queries of the log: who followed which die of a turn, and events since a seat's last turn.
import type { LogLine } from './session';
import type { SeatId } from './types';

/** Returns the followers of each die in the bay of a turn. */
export function followers(log: LogLine[], turn: number): SeatId[][] {
  const dice: SeatId[][] = [];
  for (const { event, turn: when } of log) {
    if (when !== turn) continue;
    if (event.kind === 'die-activated' || event.kind === 'rogue-used') dice.push([]);
    const last = dice.at(-1);
    // A seat may act twice on one die: free by an ability, and by following.
    if (event.kind === 'followed' && event.seat && last && !last.includes(event.seat)) last.push(event.seat);
  }
  return dice;
}

/** Returns the events after a seat's last turn. */
export function since(log: LogLine[], seat: SeatId): LogLine[] {
  const last = log.findLastIndex((l) => l.event.kind === 'turn-ended' && l.event.seat === seat);
  return last < 0 ? [] : log.slice(last + 1);
}

/** Event kinds that every player wants to know. */
const WEIGHTY = new Set(['colonised', 'empire-upgraded', 'rogue-attacked', 'skull-reached', 'end-triggered', 'planet-replaced']);
/** Event kinds that matter to the affected seat. */
const TOUCHING = new Set(['stolen', 'lost', 'ship-regressed', 'ship-sent-home', 'die-lost', 'followed']);

/** Returns a short summary: events that changed the game or affected this seat. */
export function summary(log: LogLine[], seat: SeatId): LogLine[] {
  return since(log, seat).filter(({ event }) => {
    const touched = event.seat === seat || event.from === seat;
    return WEIGHTY.has(event.kind) || (touched && TOUCHING.has(event.kind));
  });
}

/** Returns the latest relevant line. */
export function latest(log: LogLine[]): LogLine | undefined {
  return log.findLast((l) => l.event.text && !HIDDEN.has(l.event.kind));
}

/** Returns the turns of a log, latest first, with their relevant lines. */
export function turns(log: LogLine[]): { turn: number; seat: SeatId; lines: LogLine[] }[] {
  const all: { turn: number; seat: SeatId; lines: LogLine[] }[] = [];
  for (const line of log) {
    if (HIDDEN.has(line.event.kind)) continue;
    const last = all.at(-1);
    if (last && last.turn === line.turn) last.lines.push(line);
    else all.push({ turn: line.turn, seat: line.seat, lines: [line] });
  }
  return all.reverse();
}

/** Event kinds that the log omits. It never shows missions: the screen may be shared. */
const HIDDEN = new Set([
  'turn-began',
  'turn-ended',
  'passed',
  'action-chosen',
  'mission-dealt',
  'mission-kept',
  'planet-drawn',
  'dice-spent',
]);
