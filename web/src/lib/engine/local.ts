/** A table on this device: people at this screen, bots in a worker, saved after every step. */

import type { Cards, Seat, StepTaken, View } from '../protocol';
import type { Assessment, Hint, Moment, Opened, Preview, Progress, ReasonMessage, Refusal, Saved } from './asks';
import type { EngineClient } from './client';
import type { BranchPoint, GameStore, StoredGame } from './store';
import { TableFault } from './fault';
import { beforeLastGesture } from './gestures';
import { firstViewer, type Plan } from './plan';
import type { Change, Listener, SeatPlayer, Session, SessionState } from './session';

/** The dependencies of a table on this device. */
export interface LocalOptions {
  id: string;
  created: number;
  plan: Plan;
  /** The engine for immediate requests. */
  engine: EngineClient;
  /** The engine for bots and hints: a second one, so that the table never waits for it. */
  botEngine: EngineClient;
  /** The storage; null for lessons, which are not saved. */
  store: GameStore | null;
  /** For a branch: where it begins. */
  origin?: BranchPoint;
  /** Awaited before a bot's step, so that people can see the previous one. */
  pace?: () => Promise<void>;
}

/** A game on this device. */
export class LocalTable implements Session {
  readonly kind = 'local';
  readonly id: string;
  onfault: ((fault: TableFault) => void) | null = null;
  readonly odds?: () => Promise<Record<Seat, number> | null>;
  readonly assess?: (steps: string[]) => Promise<Assessment>;
  readonly #options: LocalOptions;
  readonly #listeners = new Set<Listener>();
  #game: number;
  #saved: Saved;
  #state: SessionState;
  #closed = false;
  /** Incremented by everything that makes a bot's search obsolete. */
  #thought = 0;

  private constructor(options: LocalOptions, opened: Opened, words: Words, history: StepTaken[]) {
    this.#options = options;
    this.id = options.id;
    this.#game = opened.game;
    this.#saved = opened.saved;
    this.#state = {
      version: opened.moment.version,
      view: opened.moment.view,
      prompt: opened.moment.prompt,
      ...words,
      history,
      undo: null,
      me: null,
      players: players(options.plan, opened.moment.view, words.cards),
      thinking: null,
      connection: 'here',
      clocks: [],
      orders: [],
      chat: [],
    };
    this.#state.me = this.#people()[0] ?? null;
    // The win probability and a tutor would spoil a game between people; a lesson is its own tutor.
    if (this.#people().length > 1) return;
    this.odds = () => this.#odds();
    if (options.store) this.assess = (steps) => options.botEngine.ask('assess', { saved: this.#saved, steps });
  }

  /** Creates the table of a game that the engine has just opened. */
  static async seat(options: LocalOptions, opened: Opened): Promise<LocalTable> {
    const { engine, plan } = options;
    const [words, history] = await Promise.all([wordsOf(engine, opened.game), timeline(engine, opened.saved.record, firstViewer(plan))]);
    const table = new LocalTable(options, opened, words, history);
    await table.#arrive(opened, { steps: opened.steps, reason: 'opened' });
    return table;
  }

  get state(): SessionState {
    return this.#state;
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    listener(this.#state, { steps: [], reason: 'opened' });
    return () => this.#listeners.delete(listener);
  }

  async act(steps: string[]): Promise<void> {
    const version = this.#state.version;
    const progress = await this.#asked(() => this.#options.engine.ask('act', { game: this.#game, version, steps, ...this.#eyes() }));
    await this.#arrive(progress, { steps: progress.steps, reason: 'steps' });
  }

  async undo(): Promise<void> {
    const to = beforeLastGesture(this.#state.history, this.#state.me);
    const asks = { game: this.#game, ...(to === null ? {} : { to }), ...this.#eyes() };
    const progress = await this.#asked(() => this.#options.engine.ask('undo', asks));
    await this.#arrive(progress, { steps: [], reason: 'undone' });
  }

  preview(steps: string[]): Promise<Preview> {
    return this.#asked(() => this.#options.engine.ask('preview', { game: this.#game, steps }));
  }

  paths(steps: string[]): Promise<Preview[]> {
    return this.#asked(() => this.#options.engine.ask('paths', { game: this.#game, steps }));
  }

  why(steps: string[]): Promise<Refusal | null> {
    const [step = '', after] = [steps.at(-1), steps.slice(0, -1)];
    return this.#asked(() => this.#options.engine.ask('why', { game: this.#game, after, step }));
  }

  async hint(): Promise<Hint> {
    if (!this.#isMine(this.#state.prompt?.seats[0])) return { answers: [], reasons: [] };
    return this.#options.botEngine.ask('hint', { saved: this.#saved });
  }

  reasons(better: string[], worse: string[]): Promise<ReasonMessage[]> {
    return this.#options.botEngine.ask('reasons', { saved: this.#saved, better, worse });
  }

  async #odds(): Promise<Record<Seat, number> | null> {
    const chances = await this.#options.botEngine.ask('chances', { saved: this.#saved });
    const bySeat = (found: number[]) => this.#state.view.seats.map(({ seat }, i) => [seat, found[i] ?? 0]);
    return chances && (Object.fromEntries(bySeat(chances)) as Record<Seat, number>);
  }

  /** The record so far. It contains all missions. */
  get record(): string {
    return this.#saved.record;
  }

  async speak(language: string): Promise<void> {
    const { engine, botEngine } = this.#options;
    engine.language = botEngine.language = language;
    const saved = this.#saved;
    const [words, history, moment] = await Promise.all([
      this.#asked(() => wordsOf(engine, this.#game)),
      timeline(engine, saved.record, this.#state.me),
      this.#look(),
    ]);
    // If a bot has moved meanwhile, the texts are read again.
    if (saved !== this.#saved) return this.speak(language);
    this.#state = { ...this.#state, ...words, history };
    this.#show(moment, { steps: [], reason: 'language' });
  }

  close(): void {
    this.#closed = true;
    this.#thought++;
    this.#listeners.clear();
    this.#options.engine.ask('close', { game: this.#game }).catch(() => undefined);
    if (this.#state.thinking) this.#options.botEngine.stop();
  }

  /** Sends a request. After a crash it reopens the game from its last step. */
  async #asked<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (thrown) {
      const fault = TableFault.of(thrown);
      if (fault.code === 'crashed' || fault.code === 'not-found') await this.#reopen();
      throw fault;
    }
  }

  async #reopen(): Promise<void> {
    const opened = await this.#options.engine.ask('load', { saved: this.#saved, ...this.#eyes() });
    this.#game = opened.game;
    this.#show(opened.moment, { steps: [], reason: 'resumed' });
  }

  /** Shows and saves the new state, and asks the next bot. */
  async #arrive(arrived: Opened | Progress, change: Change): Promise<void> {
    this.#thought++;
    // A search of an undone position would delay the next one.
    if (change.reason === 'undone' && this.#state.thinking) this.#options.botEngine.stop();
    this.#saved = arrived.saved;
    // The write starts before the state is shown, so that a reload finds what was on the screen;
    // drawing does not wait for its completion (docs/decisions/0027).
    const kept = this.#keep(arrived.moment);
    this.#state = { ...this.#state, thinking: null, history: this.#extended(arrived.moment, change) };
    this.#show(arrived.moment, change);
    await kept;
    const asked = arrived.moment.prompt?.seats[0];
    if (asked && asked !== this.#state.me && this.#isMine(asked)) {
      this.#state = { ...this.#state, me: asked };
      this.#show(await this.#look(), { steps: [], reason: 'viewer' });
    }
    void this.#think();
  }

  #extended({ version }: Moment, { steps, reason }: Change): readonly StepTaken[] {
    const { history } = this.#state;
    return reason === 'steps' ? [...history, ...steps] : history.slice(0, version);
  }

  #look(): Promise<Moment> {
    return this.#asked(() => this.#options.engine.ask('look', { game: this.#game, ...this.#eyes() }));
  }

  #eyes(): { viewer?: Seat } {
    return this.#state.me ? { viewer: this.#state.me } : {};
  }

  #show(moment: Moment, change: Change): void {
    this.#state = { ...this.#state, ...moment };
    this.#tell(change);
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(this.#state, change);
  }

  #people(): Seat[] {
    return this.#state.players.filter((player) => player.kind === 'me').map((player) => player.seat);
  }

  #isMine(seat: Seat | undefined): boolean {
    return this.#people().some((own) => own === seat);
  }

  /** Asks the deciding bot and plays its step, unless something else happens first. */
  async #think(attempts = 2): Promise<void> {
    const player = this.#state.players.find(({ seat }) => seat === this.#state.prompt?.seats[0]);
    if (this.#closed || !player?.level) return;
    const thought = this.#thought;
    this.#state = { ...this.#state, thinking: player.seat };
    this.#tell({ steps: [], reason: 'thinking' });
    try {
      const choice = this.#options.botEngine.ask('choose', { saved: this.#saved, bot: player.level });
      const [{ step }] = await Promise.all([choice, this.#options.pace?.()]);
      if (thought === this.#thought) await this.act([step]);
    } catch (thrown) {
      if (thought !== this.#thought) return;
      if (attempts > 1) return this.#think(attempts - 1);
      this.#state = { ...this.#state, thinking: null };
      this.#tell({ steps: [], reason: 'thinking' });
      this.onfault?.(TableFault.of(thrown));
    }
  }

  /** Saves the game. On failure it only reports: an unsaved game can still be played. */
  async #keep(moment: Moment): Promise<void> {
    try {
      await this.#options.store?.put(this.#kept(moment));
    } catch (thrown) {
      this.onfault?.(TableFault.of(thrown));
    }
  }

  #kept({ view, prompt }: Moment): StoredGame {
    const { players } = this.#state;
    const summary = {
      edition: view.edition,
      names: players.map((player) => player.name),
      points: pointsOf(view),
      row: view.row,
      turn: view.turn,
      over: view.outcome !== null,
      yours: this.#isMine(prompt?.seats[0]),
    };
    const { id, created, plan, origin } = this.#options;
    return { id, created, changed: Date.now(), plan, saved: this.#saved, summary, ...(origin ? { origin } : {}) };
  }
}

/** Returns the points of each seat: the final ones with missions, if the game is over. */
export function pointsOf({ seats, outcome }: View): number[] {
  return seats.map(({ seat, points }) => outcome?.scores.find((score) => score.seat === seat)?.points ?? points);
}

/** Returns the players by seat: people and bots of the plan, and the Rogue. */
function players(plan: Plan, { seats, rogue }: View, cards: Cards): SeatPlayer[] {
  return seats.map(({ seat }, place) => {
    const planned = plan.seats[place];
    const name = cards.rogues.find((card) => card.rogue === rogue)?.name ?? seat;
    if (!planned) return { seat, name, kind: 'rogue', level: null, present: true };
    const level = planned.kind === 'bot' ? planned.level : null;
    return { seat, name: planned.name, kind: level ? 'bot' : 'me', level, present: true };
  });
}

/** What depends on the language but not on the position. */
type Words = Pick<SessionState, 'cards' | 'edition'>;

async function wordsOf(engine: EngineClient, game: number): Promise<Words> {
  const [cards, edition] = await Promise.all([engine.ask('cards', { game }), engine.ask('edition', { game })]);
  return { cards, edition };
}

/** Returns all steps of a record, as a seat or a spectator sees them. */
async function timeline(engine: EngineClient, record: string, viewer: Seat | null): Promise<StepTaken[]> {
  const { replay } = await engine.ask('open', { record });
  const steps = await engine.ask('timeline', { replay, ...(viewer ? { viewer } : {}) });
  await engine.ask('shut', { replay });
  return steps.map(({ step }) => step);
}
