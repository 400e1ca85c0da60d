// What the log says: who followed which die of a turn, what happened since somebody's last turn.
import type { LogLine } from './session';
import type { SeatId } from './types';

/** For each die of the bay of a turn, who followed it. */
export function followers(log: LogLine[], turn: number): SeatId[][] {
  const dice: SeatId[][] = [];
  for (const { event, turn: when } of log) {
    if (when !== turn) continue;
    if (event.kind === 'die-activated' || event.kind === 'rogue-used') dice.push([]);
    const last = dice.at(-1);
    // Somebody may act twice on one die: for free by an ability, and by following.
    if (event.kind === 'followed' && event.seat && last && !last.includes(event.seat)) last.push(event.seat);
  }
  return dice;
}

/** What happened after a seat's last turn ended. */
export function since(log: LogLine[], seat: SeatId): LogLine[] {
  const last = log.findLastIndex((l) => l.event.kind === 'turn-ended' && l.event.seat === seat);
  return last < 0 ? [] : log.slice(last + 1);
}

/** Kinds that say something a person would miss. */
const WEIGHTY = new Set(['colonised', 'empire-upgraded', 'rogue-attacked', 'skull-reached', 'end-triggered', 'planet-replaced']);
/** Kinds that matter to the one whom they befall. */
const TOUCHING = new Set(['stolen', 'lost', 'ship-regressed', 'ship-sent-home', 'die-lost', 'followed']);

/** The few lines of a summary: what changed the game, or touched this seat. */
export function summary(log: LogLine[], seat: SeatId): LogLine[] {
  return since(log, seat).filter(({ event }) => {
    const touched = event.seat === seat || event.from === seat;
    return WEIGHTY.has(event.kind) || (touched && TOUCHING.has(event.kind));
  });
}

/** The latest line worth reading. */
export function latest(log: LogLine[]): LogLine | undefined {
  return log.findLast((l) => l.event.text && !HIDDEN.has(l.event.kind));
}

/** The turns of a log, latest first, with the lines worth reading. */
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

/** What nobody needs to read. Missions are never told of: the screen may be shared. */
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
