// The log: the events of all steps, each with its turn.
import { actionOf } from '../engine/actions';
import type { StepTaken } from '../protocol';
import type { LogLine } from './session';
import { eventOf, type SeatId, type View } from './types';

interface TurnStart {
  turn: number;
  seat: SeatId;
}

/** Returns the turn at the start of the log; a game from a set-up starts in the middle. */
export function firstTurn(view: View, steps: readonly StepTaken[]): TurnStart {
  const began = steps.flatMap((s) => s.events.flatMap((e) => (e.kind === 'turn-began' ? [e.seat] : [])));
  const seats = view.seats.map((s) => s.seat);
  const before = began[0] ? seats.at(seats.indexOf(began[0]) - 1) : view.active;
  return { turn: view.turn - began.length, seat: before ?? 'A' };
}

/** Appends steps to the log, each line with its turn. */
export function addToLog(log: LogLine[], steps: readonly StepTaken[], start: TurnStart = { turn: 0, seat: 'A' }): LogLine[] {
  const lines = [...log];
  let { turn, seat, step } = lines.at(-1) ?? { ...start, step: 0 };
  for (const taken of steps) {
    step += 1;
    const action = taken.seat ? actionOf(taken.step) : undefined;
    for (const event of taken.events.map((described) => eventOf(described))) {
      if (event.kind === 'turn-began') [turn, seat] = [turn + 1, event.seat];
      lines.push({ event, turn, seat, step, ...(action ? { action } : {}) });
    }
  }
  return lines;
}

/** The log of a session. */
export class Logbook {
  #known: readonly StepTaken[] = [];
  #lines: LogLine[] = [];

  /** Returns the log of a history; adds only new steps if the history continues the last one. */
  read(history: readonly StepTaken[], view: View): LogLine[] {
    const known = this.#known.length;
    const continues = known > 0 && history[known - 1] === this.#known[known - 1];
    this.#lines = continues ? addToLog(this.#lines, history.slice(known)) : addToLog([], history, firstTurn(view, history));
    this.#known = history;
    return this.#lines;
  }
}
