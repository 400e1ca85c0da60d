/** A position in which a player tries moves. It reports the moves instead of playing them. */

import type { Listener, LocalTable, Preview, Refusal, Session, SessionState, TableFault } from '../engine';

/** A session that reports complete moves instead of playing them. */
export class Attempt implements Session {
  readonly kind = 'local';
  readonly asksAlways = true;
  readonly id: string;
  onfault: ((fault: TableFault) => void) | null = null;
  /** Called with each complete move: all its steps, and the position after it. */
  ontried: ((move: Preview) => void) | null = null;
  readonly #table: LocalTable;
  /** The steps of the move so far, with their texts. */
  #taken: Pick<Preview, 'steps' | 'texts'> = { steps: [], texts: [] };

  constructor(table: LocalTable) {
    this.id = table.id;
    this.#table = table;
    table.onfault = (fault) => this.onfault?.(fault);
  }

  /** Returns whether the player has started a move. */
  get isBegun(): boolean {
    return this.#taken.steps.length > 0;
  }

  get state(): SessionState {
    return withoutUndoAndBots(this.#table.state);
  }

  subscribe(listener: Listener): () => void {
    return this.#table.subscribe((state, change) => listener(withoutUndoAndBots(state), change));
  }

  async act(steps: string[]): Promise<void> {
    const ahead = await this.#table.preview(steps);
    const { steps: taken, texts } = this.#taken;
    const all = { steps: [...taken, ...ahead.steps], texts: [...texts, ...ahead.texts] };
    if (ahead.next === 'choice') {
      this.#taken = all;
      return this.#table.act(steps);
    }
    this.ontried?.({ ...ahead, ...all });
  }

  /** Does nothing: pages open a new attempt instead. */
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

/** Returns the state without undo, which would leave the position, and with people instead of bots, so that no bot plays. */
function withoutUndoAndBots(state: SessionState): SessionState {
  const players = state.players.map((player) => (player.level ? { ...player, kind: 'person' as const, level: null } : player));
  return { ...state, undo: null, players };
}
