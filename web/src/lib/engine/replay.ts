/** A replay as a read-only session. It shows any step as any seat or a spectator sees it. */

import type { Cards, EditionDescription, Seat, View } from '../protocol';
import type { Preview, ReplayStep } from './asks';
import type { TableFault } from './fault';
import type { OpenRecord } from './games';
import type { Change, Listener, SeatPlayer, Session, SessionState } from './session';

/** A replay at one step. */
export class ReplayTable implements Session {
  readonly kind = 'replay';
  onfault: ((fault: TableFault) => void) | null = null;
  readonly #listeners = new Set<Listener>();
  #state: SessionState;
  /** The number of the last request to show a step. Responses to older requests are ignored. */
  #lastRequest = 0;

  private constructor(
    readonly id: string,
    readonly record: OpenRecord,
    /** All steps, as a spectator sees them. */
    readonly timeline: readonly ReplayStep[],
    cards: Cards,
    edition: EditionDescription,
    view: View,
  ) {
    const players = playersOf(view, record.replay.names, cards);
    this.#state = {
      version: 0,
      view,
      prompt: null,
      cards,
      edition,
      history: [],
      undo: null,
      me: null,
      players,
      thinking: null,
      connection: 'here',
      clocks: [],
      orders: [],
      chat: [],
    };
  }

  /** Creates the session of an open record, before its first step. */
  static async of(id: string, record: OpenRecord): Promise<ReplayTable> {
    const [cards, edition, timeline, start] = await Promise.all([
      record.cards(),
      record.edition(),
      record.timeline(null),
      record.at(0, null),
    ]);
    return new ReplayTable(id, record, timeline, cards, edition, start.view);
  }

  get state(): SessionState {
    return this.#state;
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    listener(this.#state, { steps: [], reason: 'opened' });
    return () => this.#listeners.delete(listener);
  }

  /** Shows the game after a number of steps, as a seat or a spectator sees it. */
  async show(version: number, viewer: Seat | null): Promise<void> {
    const request = ++this.#lastRequest;
    const { view } = await this.record.at(version, viewer);
    if (request !== this.#lastRequest) return;
    const history = this.timeline.slice(0, version).map(({ step }) => step);
    this.#state = { ...this.#state, version, view, me: viewer, history };
    const change: Change = { steps: history.slice(-1), reason: 'steps' };
    for (const listener of this.#listeners) listener(this.#state, change);
  }

  act(): Promise<void> {
    return Promise.resolve();
  }
  undo(): Promise<void> {
    return Promise.resolve();
  }
  preview(steps: string[]): Promise<Preview> {
    return Promise.resolve({ steps, texts: [], events: [], next: 'over', view: null, prompt: null });
  }
  paths(): Promise<Preview[]> {
    return Promise.resolve([]);
  }
  why(): Promise<null> {
    return Promise.resolve(null);
  }
  /** Does nothing, because pages open the replay again in the new language. */
  setLanguage(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    this.#listeners.clear();
    this.record.close();
  }
}

/** Returns the players of a record: people, and the Rogue. */
function playersOf(view: View, names: string[], cards: Cards): SeatPlayer[] {
  const rogue = cards.rogues.find((card) => card.rogue === view.rogue)?.name ?? '';
  return view.seats.map(({ seat, rogue: isRogue }, i) => ({
    seat,
    name: isRogue ? rogue : (names[i] ?? seat),
    kind: isRogue ? 'rogue' : 'person',
    level: null,
    present: true,
  }));
}
