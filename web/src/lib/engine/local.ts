/** A table on this device. People play at this screen, bots play in a worker, and every step is saved. */

import type { Cards, Seat, StepTaken, View } from '../protocol';
import type { Assessment, GameProgress, Hint, Moment, OpenedGame, Preview, ReasonMessage, Refusal, SavedGame } from './asks';
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
  /** A second engine for bots and hints, so that other requests never wait for a search. */
  botEngine: EngineClient;
  /** The storage; null for lessons, which are not saved. */
  store: GameStore | null;
  /** For a branch: where it begins. */
  origin?: BranchPoint;
}

/** A game on this device. */
export class LocalTable implements Session {
  readonly kind = 'local';
  readonly id: string;
  onfault: ((fault: TableFault) => void) | null = null;
  pace: (() => Promise<void>) | null = null;
  readonly odds?: () => Promise<Record<Seat, number> | null>;
  readonly assess?: (steps: string[]) => Promise<Assessment>;
  readonly #options: LocalOptions;
  readonly #listeners = new Set<Listener>();
  #game: number;
  #saved: SavedGame;
  #state: SessionState;
  #closed = false;
  /** Incremented by every change that makes the running search of a bot obsolete. */
  #searchNumber = 0;

  private constructor(options: LocalOptions, opened: OpenedGame, texts: TableTexts, history: StepTaken[]) {
    this.#options = options;
    this.id = options.id;
    this.#game = opened.game;
    this.#saved = opened.saved;
    this.#state = {
      version: opened.moment.version,
      view: opened.moment.view,
      prompt: opened.moment.prompt,
      ...texts,
      history,
      undo: null,
      me: null,
      players: players(options.plan, opened.moment.view, texts.cards),
      thinking: null,
      connection: 'here',
      clocks: [],
      orders: [],
      chat: [],
    };
    this.#state.me = this.#localSeats()[0] ?? null;
    // Games with several people have no win probabilities and no tutor; lessons have no tutor.
    if (this.#localSeats().length > 1) return;
    this.odds = () => this.#winProbabilities();
    if (options.store) this.assess = (steps) => this.assessor()(steps);
  }

  /** Creates the table of a game that the engine has just opened. */
  static async create(options: LocalOptions, opened: OpenedGame): Promise<LocalTable> {
    const { engine, plan } = options;
    const [texts, history] = await Promise.all([tableTexts(engine, opened.game), timeline(engine, opened.saved.record, firstViewer(plan))]);
    const table = new LocalTable(options, opened, texts, history);
    await table.#applyProgress(opened, { steps: opened.steps, reason: 'opened' });
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
    const progress = await this.#request(() =>
      this.#options.engine.ask('act', { game: this.#game, version, steps, ...this.#viewerField() }),
    );
    await this.#applyProgress(progress, { steps: progress.steps, reason: 'steps' });
  }

  async undo(): Promise<void> {
    const to = beforeLastGesture(this.#state.history, this.#state.me);
    const request = { game: this.#game, ...(to === null ? {} : { to }), ...this.#viewerField() };
    const progress = await this.#request(() => this.#options.engine.ask('undo', request));
    await this.#applyProgress(progress, { steps: [], reason: 'undone' });
  }

  preview(steps: string[]): Promise<Preview> {
    return this.#request(() => this.#options.engine.ask('preview', { game: this.#game, steps }));
  }

  paths(steps: string[]): Promise<Preview[]> {
    return this.#request(() => this.#options.engine.ask('paths', { game: this.#game, steps }));
  }

  why(steps: string[]): Promise<Refusal | null> {
    const [step = '', after] = [steps.at(-1), steps.slice(0, -1)];
    return this.#request(() => this.#options.engine.ask('why', { game: this.#game, after, step }));
  }

  async hint(): Promise<Hint> {
    if (!this.#isLocal(this.#state.prompt?.seats[0])) return { answers: [], reasons: [] };
    return this.#options.botEngine.ask('hint', { saved: this.#saved });
  }

  reasons(better: string[], worse: string[]): Promise<ReasonMessage[]> {
    return this.#options.botEngine.ask('reasons', { saved: this.#saved, better, worse });
  }

  /** Returns a function that compares a move with the best one of the current position, even after the position has changed. */
  assessor(): (steps: string[]) => Promise<Assessment> {
    const saved = this.#saved;
    return (steps) => this.#options.botEngine.ask('assess', { saved, steps });
  }

  async #winProbabilities(): Promise<Record<Seat, number> | null> {
    const chances = await this.#options.botEngine.ask('chances', { saved: this.#saved });
    const bySeat = (values: number[]) => this.#state.view.seats.map(({ seat }, i) => [seat, values[i] ?? 0]);
    return chances && (Object.fromEntries(bySeat(chances)) as Record<Seat, number>);
  }

  /** The record so far. It reveals all missions, so do not show it during a game. */
  get record(): string {
    return this.#saved.record;
  }

  async setLanguage(language: string): Promise<void> {
    const { engine, botEngine } = this.#options;
    engine.language = botEngine.language = language;
    const saved = this.#saved;
    const [texts, history, moment] = await Promise.all([
      this.#request(() => tableTexts(engine, this.#game)),
      timeline(engine, saved.record, this.#state.me),
      this.#currentMoment(),
    ]);
    // If a bot has moved in the meantime, load the texts again.
    if (saved !== this.#saved) return this.setLanguage(language);
    this.#state = { ...this.#state, ...texts, history };
    this.#showMoment(moment, { steps: [], reason: 'language' });
  }

  close(): void {
    this.#closed = true;
    this.#searchNumber++;
    this.#listeners.clear();
    this.#options.engine.ask('close', { game: this.#game }).catch(() => undefined);
    if (this.#state.thinking) this.#options.botEngine.stop();
  }

  /** Sends a request. If the engine has crashed, reopens the game after its last step, unless the table is closed. */
  async #request<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (thrown) {
      const fault = TableFault.of(thrown);
      if (!this.#closed && (fault.code === 'crashed' || fault.code === 'not-found')) await this.#reopen();
      throw fault;
    }
  }

  async #reopen(): Promise<void> {
    const opened = await this.#options.engine.ask('load', { saved: this.#saved, ...this.#viewerField() });
    this.#game = opened.game;
    this.#showMoment(opened.moment, { steps: [], reason: 'resumed' });
  }

  /** Shows and saves a new state, then asks the next bot. */
  async #applyProgress(progress: OpenedGame | GameProgress, change: Change): Promise<void> {
    this.#searchNumber++;
    // A search of the undone position would delay the next search, so cancel it.
    if (change.reason === 'undone' && this.#state.thinking) this.#options.botEngine.stop();
    this.#saved = progress.saved;
    // Start to save before the state is shown, so that a reload finds what was on the screen. Drawing does not wait until the write is
    // complete (docs/decisions/0027).
    const saving = this.#save(progress.moment);
    this.#state = { ...this.#state, thinking: null, history: this.#historyAfter(progress.moment, change) };
    this.#showMoment(progress.moment, change);
    await saving;
    const decidingSeat = progress.moment.prompt?.seats[0];
    if (decidingSeat && decidingSeat !== this.#state.me && this.#isLocal(decidingSeat)) {
      this.#state = { ...this.#state, me: decidingSeat };
      this.#showMoment(await this.#currentMoment(), { steps: [], reason: 'viewer' });
    }
    void this.#askBot();
  }

  /** Returns the history after a change: with the new steps, or cut to the length of the game. */
  #historyAfter({ version }: Moment, { steps, reason }: Change): readonly StepTaken[] {
    const { history } = this.#state;
    return reason === 'steps' ? [...history, ...steps] : history.slice(0, version);
  }

  #currentMoment(): Promise<Moment> {
    return this.#request(() => this.#options.engine.ask('look', { game: this.#game, ...this.#viewerField() }));
  }

  #viewerField(): { viewer?: Seat } {
    return this.#state.me ? { viewer: this.#state.me } : {};
  }

  #showMoment(moment: Moment, change: Change): void {
    this.#state = { ...this.#state, ...moment };
    this.#notifyListeners(change);
  }

  #notifyListeners(change: Change): void {
    for (const listener of this.#listeners) listener(this.#state, change);
  }

  #localSeats(): Seat[] {
    return this.#state.players.filter((player) => player.kind === 'me').map((player) => player.seat);
  }

  #isLocal(seat: Seat | undefined): boolean {
    return this.#localSeats().some((own) => own === seat);
  }

  /** Asks the deciding bot for a step and plays it, unless the state changes first. */
  async #askBot(attempts = 2): Promise<void> {
    const player = this.#state.players.find(({ seat }) => seat === this.#state.prompt?.seats[0]);
    if (this.#closed || !player?.level) return;
    const search = this.#searchNumber;
    this.#state = { ...this.#state, thinking: player.seat };
    this.#notifyListeners({ steps: [], reason: 'thinking' });
    try {
      const { step } = await this.#options.botEngine.ask('choose', { saved: this.#saved, bot: player.level });
      await this.pace?.();
      if (search === this.#searchNumber) await this.act([step]);
    } catch (thrown) {
      if (search !== this.#searchNumber) return;
      if (attempts > 1) return this.#askBot(attempts - 1);
      this.#state = { ...this.#state, thinking: null };
      this.#notifyListeners({ steps: [], reason: 'thinking' });
      this.onfault?.(TableFault.of(thrown));
    }
  }

  /** Saves the game. It reports a failure but does not throw, because the player can continue an unsaved game. */
  async #save(moment: Moment): Promise<void> {
    try {
      await this.#options.store?.put(this.#storedGame(moment));
    } catch (thrown) {
      this.onfault?.(TableFault.of(thrown));
    }
  }

  #storedGame({ view, prompt }: Moment): StoredGame {
    const { players } = this.#state;
    const summary = {
      edition: view.edition,
      names: players.map((player) => player.name),
      points: pointsOf(view),
      row: view.row,
      turn: view.turn,
      over: view.outcome !== null,
      yours: this.#isLocal(prompt?.seats[0]),
    };
    const { id, created, plan, origin } = this.#options;
    return { id, created, changed: Date.now(), plan, saved: this.#saved, summary, ...(origin ? { origin } : {}) };
  }
}

/** Returns the points of each seat; missions count only when the game is over. */
export function pointsOf({ seats, outcome }: View): number[] {
  return seats.map(({ seat, points }) => outcome?.scores.find((score) => score.seat === seat)?.points ?? points);
}

/** Returns the players by seat: people and bots of the plan, and the Rogue. */
function players(plan: Plan, { seats, rogue }: View, cards: Cards): SeatPlayer[] {
  return seats.map(({ seat }, index) => {
    const planned = plan.seats[index];
    const name = cards.rogues.find((card) => card.rogue === rogue)?.name ?? seat;
    if (!planned) return { seat, name, kind: 'rogue', level: null, present: true };
    if (planned.kind === 'person') return { seat, name: planned.name, kind: 'me', level: null, present: true };
    return { seat, name: planned.name, kind: 'bot', level: planned.level, present: true, resigned: planned.resigned ?? false };
  });
}

/** The texts that depend on the language but not on the position. */
type TableTexts = Pick<SessionState, 'cards' | 'edition'>;

async function tableTexts(engine: EngineClient, game: number): Promise<TableTexts> {
  const [cards, edition] = await Promise.all([engine.ask('cards', { game }), engine.ask('edition', { game })]);
  return { cards, edition };
}

/** Returns all steps of a record, as a seat or a spectator sees them. */
async function timeline(engine: EngineClient, record: string, viewer: Seat | null): Promise<StepTaken[]> {
  const { replay } = await engine.ask('open', { record });
  const steps = await engine.ask('timeline', { replay, ...(viewer ? { viewer } : {}) });
  // Free the replay in the engine.
  await engine.ask('shut', { replay });
  return steps.map(({ step }) => step);
}
