// Highlights of a finished game: the best turn, the most follows and rerolls, the tie-break, and whether
// a mission decided the game.
import type { ScorePoint } from '../app/games';
import type { LogLine } from '../table/session';
import { actorOf, type EventKind, type Outcome, type Score, type SeatId } from '../table/types';

/** A seat with its number of points or events. */
export interface Fact {
  seat: SeatId;
  n: number;
}

/** Returns the seat with the most events of a kind; null if there are none or seats are tied. */
export function mostFrequent(log: LogLine[], kind: EventKind): Fact | null {
  const counts = new Map<SeatId, number>();
  for (const { event } of log) {
    const seat = actorOf(event);
    if (event.kind === kind && seat) counts.set(seat, (counts.get(seat) ?? 0) + 1);
  }
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1]);
  return first && first[1] !== second?.[1] ? { seat: first[0], n: first[1] } : null;
}

/** Returns the turn in which a seat gained the most points; null if no turn gained more than one point. */
export function bestTurn(timeline: ScorePoint[], seats: SeatId[]): (Fact & { turn: number }) | null {
  let best: (Fact & { turn: number }) | null = null;
  let before: number[] = [];
  let last: number[] = [];
  let turn = 0;
  for (const step of timeline) {
    if (step.turn !== turn) [before, turn] = [last, step.turn];
    last = step.points;
    step.points.forEach((points, i) => {
      const n = points - (before[i] ?? 0);
      const seat = seats[i];
      if (seat && turn > 0 && n > (best?.n ?? 1)) best = { seat, n, turn };
    });
  }
  return best;
}

/** The criteria of the tie-break, in order (R11.3). */
const CRITERIA = ['points', 'colonies', 'level', 'resources'] as const;
/** One step of a tie-break: a criterion and its value for each tied seat. */
export interface TieStep {
  by: (typeof CRITERIA)[number];
  values: number[];
}

/** Returns the steps of the tie-break and the scores of the tied seats; null without a tie. */
export function tieBreak(outcome: Outcome): { scores: Score[]; steps: TieStep[] } | null {
  const deciding = outcome.decided_by === 'shared' ? CRITERIA.length - 1 : CRITERIA.findIndex((c) => c === outcome.decided_by);
  if (deciding < 1) return null;
  const winner = outcome.scores.find((s) => outcome.winners.includes(s.seat));
  const tied = outcome.scores.filter((s) => s.points === winner?.points);
  const scores = tied.sort((a, b) => Number(outcome.winners.includes(b.seat)) - Number(outcome.winners.includes(a.seat)));
  return { scores, steps: CRITERIA.slice(0, deciding + 1).map((by) => ({ by, values: scores.map((s) => s[by]) })) };
}

/** Returns the score of the winner if their mission decided the game; otherwise null. */
export function winnerByMission(outcome: Outcome): Score | null {
  const [winner, ...others] = outcome.scores.filter((s) => outcome.winners.includes(s.seat));
  if (!winner || others.length || !winner.mission_points) return null;
  const withoutMission = (s: Score) => s.points - s.mission_points;
  return outcome.scores.some((s) => s.seat !== winner.seat && withoutMission(s) >= withoutMission(winner)) ? winner : null;
}
