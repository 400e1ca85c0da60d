/** A position in which a seat tries a move: the move is compared, not played. */

import type { Listener, LocalTable, Preview, Refusal, Session, SessionState, TableFault } from '../engine';
import type { MoveReview } from '../engine/review';
import type { View } from '../protocol';

/** The chance of a tried move; null if the review does not list it. */
export interface Tried {
  steps: string[];
  chance: number | null;
  /** Whether it is the move of the game. */
  isPlayed: boolean;
}

/** A session that ends with the first complete move. */
export class Attempt implements Session {
  readonly kind = 'local';
  readonly id: string;
  onfault: ((fault: TableFault) => void) | null = null;
  /** Called with each complete move. */
  ontried: ((tried: Tried) => void) | null = null;
  readonly #table: LocalTable;
  readonly #move: MoveReview;
  /** The resulting views of the listed moves; different steps can have the same result. */
  readonly #results: string[];
  #taken: string[] = [];

  private constructor(table: LocalTable, move: MoveReview, results: string[]) {
    this.id = table.id;
    this.#table = table;
    this.#move = move;
    this.#results = results;
    table.onfault = (fault) => this.onfault?.(fault);
  }

  /** Opens an attempt at the position before a move. */
  static async at(table: LocalTable, move: MoveReview): Promise<Attempt> {
    const results = await Promise.all(move.alternatives.map(({ steps }) => table.preview(steps)));
    return new Attempt(table, move, results.map(resultOf));
  }

  get state(): SessionState {
    return shown(this.#table.state);
  }

  subscribe(listener: Listener): () => void {
    return this.#table.subscribe((state, change) => listener(shown(state), change));
  }

  async act(steps: string[]): Promise<void> {
    const ahead = await this.#table.preview(steps);
    const all = [...this.#taken, ...ahead.steps];
    if (ahead.next === 'choice') {
      this.#taken = all;
      return this.#table.act(steps);
    }
    const result = resultOf(ahead);
    const found = this.#move.alternatives.filter((_, i) => this.#results[i] === result);
    this.ontried?.({
      steps: all,
      chance: found[0]?.chance ?? null,
      isPlayed: found.some(({ played }) => played) || all.join() === this.#move.steps.join(),
    });
  }

  /** Does nothing: a page opens another attempt instead. */
  undo(): Promise<void> {
    return Promise.resolve();
  }

  preview(steps: string[]): Promise<Preview> {
    return this.#table.preview(steps);
  }
  paths(steps: string[]): Promise<Preview[]> {
    return this.#table.paths(steps);
  }
  why(steps: string[]): Promise<Refusal | null> {
    return this.#table.why(steps);
  }
  setLanguage(language: string): Promise<void> {
    return this.#table.setLanguage(language);
  }
  close(): void {
    this.#table.close();
  }
}

/** Returns a state without undo, which would leave the position, and without bots, which do not play. */
function shown(state: SessionState): SessionState {
  const players = state.players.map((player) => (player.level ? { ...player, kind: 'person' as const, level: null } : player));
  return { ...state, undo: null, players };
}

/** Returns what identifies the result of a move. */
function resultOf({ view, next }: Preview): string {
  return JSON.stringify([next, view satisfies View | null]);
}
