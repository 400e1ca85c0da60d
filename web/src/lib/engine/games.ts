/** Starts, continues, imports, replays, branches and deletes the games of this device. */

import type { Cards, EditionDescription, Seat, TableSettings } from '../protocol';
import type { Moment, OpenedGame, Replay, ReplayStep, Rulebook, Verdict, WinChances } from './asks';
import { EngineClient } from './client';
import { GameStore, type BranchPoint, type StoredGame } from './store';
import { LocalTable } from './local';
import { firstViewer, planAgain, randomHex, timestamp, type Plan, type SeatPlan } from './plan';

/** A lesson: a prepared position with one task. */
export interface LessonPlan {
  /** The position as the text of a set-up. */
  position: string;
  /** The steps of all seats that are applied before the learner's first decision. */
  before: string[];
  /** The scripted chance outcomes, in notation, so that the lesson is always the same. */
  script: string[];
  seats: SeatPlan[];
}

/** A record that is open in the engine. */
export interface OpenRecord {
  readonly replay: Replay;
  /** Returns the game after a number of steps, as a seat or a spectator sees it. */
  at(step: number, viewer: Seat | null): Promise<Moment>;
  /** Returns all steps with their events. */
  timeline(viewer: Seat | null): Promise<ReplayStep[]>;
  /** Returns the win probabilities after each turn. */
  oddsHistory(): Promise<WinChances[]>;
  /** Verifies the dice, against the receipt if there is one. */
  verify(receipt?: string | null): Promise<Verdict>;
  cards(): Promise<Cards>;
  edition(): Promise<EditionDescription>;
  write(form: 'text' | 'json', seenBy?: Seat): Promise<string>;
  close(): void;
}

/** Returns the field `viewer` of a request; an empty object for a spectator. */
const viewerField = (viewer: Seat | null): { viewer?: Seat } => (viewer ? { viewer } : {});

/** The games of this device. */
export class Games {
  readonly engine: EngineClient;
  readonly botEngine: EngineClient;
  readonly store: GameStore;

  constructor(options: { engine?: EngineClient; botEngine?: EngineClient; store?: GameStore } = {}) {
    this.engine = options.engine ?? new EngineClient();
    this.botEngine = options.botEngine ?? new EngineClient();
    this.store = options.store ?? new GameStore();
  }

  /** Sets the language of later responses; open tables have their own `setLanguage`. */
  setLanguage(language: string): void {
    this.engine.language = this.botEngine.language = language;
  }

  /** Describes the built-in editions. */
  editions(): Promise<EditionDescription[]> {
    return this.engine.ask('editions', {});
  }

  rulebook(): Promise<Rulebook> {
    return this.engine.ask('rulebook', {});
  }

  /** Parses and describes a custom deck; the fault lists all problems. */
  checkDeck(deck: string): Promise<EditionDescription> {
    return this.engine.ask('edition', { deck });
  }

  list(): Promise<StoredGame[]> {
    return this.store.list();
  }

  remove(id: string): Promise<void> {
    return this.store.remove(id);
  }

  /** Starts a game. */
  async start(plan: Plan): Promise<LocalTable> {
    const names = plan.seats.map(({ name }) => name);
    const opened = await this.engine.ask('new', {
      settings: plan.settings,
      names,
      seed: randomHex(32),
      date: timestamp(),
      ...viewerField(firstViewer(plan)),
    });
    return this.#createTable(plan, opened);
  }

  /** Continues a game. */
  async open(id: string): Promise<LocalTable> {
    const { plan, saved, created, origin } = await this.store.get(id);
    const opened = await this.engine.ask('load', { saved, ...viewerField(firstViewer(plan)) });
    return this.#createTable(plan, opened, { id, created, ...(origin ? { origin } : {}) });
  }

  /** Starts a new game with the same settings and players, and new dice. */
  async rematch(id: string): Promise<LocalTable> {
    return this.start(planAgain((await this.store.get(id)).plan));
  }

  /** Opens a lesson; it is not saved. */
  async lesson(lesson: LessonPlan): Promise<LocalTable> {
    const { position: text, script, before, seats } = lesson;
    const plan: Plan = { settings: { seats: seats.length }, seats };
    const names = seats.map(({ name }) => name);
    let opened = await this.engine.ask('position', { text, script, names, seed: randomHex(32), ...viewerField(firstViewer(plan)) });
    for (const step of before) {
      const {
        game,
        moment: { version },
      } = opened;
      opened = { ...opened, ...(await this.engine.ask('act', { game, version, steps: [step], ...viewerField(firstViewer(plan)) })) };
    }
    return LocalTable.create({ ...this.#engines(), id: 'lesson', created: Date.now(), plan, store: null }, opened);
  }

  /** Opens the record of a game of this device for replay. */
  async openRecord(id: string): Promise<OpenRecord> {
    const { record } = (await this.store.get(id)).saved;
    return this.#recordOf(await this.engine.ask('open', { record }));
  }

  /** Opens a record in any file format for replay. */
  async read(file: Uint8Array | string): Promise<OpenRecord> {
    return this.#recordOf(await (typeof file === 'string' ? this.engine.ask('open', { record: file }) : this.engine.read(file)));
  }

  /** Starts a game from a step of a replay, with new dice; `game` is the id of the replayed game. */
  async branch(record: OpenRecord, { game, step }: Omit<BranchPoint, 'from'>, seats: SeatPlan[]): Promise<LocalTable> {
    const { replay } = record.replay;
    const plan: Plan = { settings: settingsOf(record.replay), seats };
    const opened = await this.engine.ask('branch', { replay, step, seed: randomHex(32), ...viewerField(firstViewer(plan)) });
    const origin = { game, step, from: opened.moment.version - opened.steps.length };
    return this.#createTable(plan, opened, { ...newMetadata(), origin });
  }

  /** Opens a position of a replay in which a seat can try a move; the game is not saved. */
  async attempt(record: OpenRecord, step: number, seat: Seat, seats: SeatPlan[]): Promise<LocalTable> {
    const { replay } = record.replay;
    const plan: Plan = { settings: settingsOf(record.replay), seats };
    const opened = await this.engine.ask('branch', { replay, step, seed: randomHex(32), viewer: seat });
    return LocalTable.create({ ...this.#engines(), id: 'attempt', created: Date.now(), plan, store: null }, opened);
  }

  /** Opens a puzzle in which a seat can try a move; the game is not saved. */
  async puzzle(puzzle: string, seats: SeatPlan[]): Promise<LocalTable> {
    const names = seats.map(({ name }) => name);
    const opened = await this.engine.ask('puzzle-open', { puzzle, names, seed: randomHex(32) });
    const plan: Plan = { settings: { seats: seats.length }, seats };
    return LocalTable.create({ ...this.#engines(), id: 'puzzle', created: Date.now(), plan, store: null }, opened);
  }

  #engines(): { engine: EngineClient; botEngine: EngineClient } {
    return { engine: this.engine, botEngine: this.botEngine };
  }

  #createTable(plan: Plan, opened: OpenedGame, metadata: GameMetadata = newMetadata()): Promise<LocalTable> {
    return LocalTable.create({ ...this.#engines(), ...metadata, plan, store: this.store }, opened);
  }

  #recordOf(replay: Replay): OpenRecord {
    const { engine, botEngine } = this;
    const id = replay.replay;
    return {
      replay,
      at: (step, viewer) => engine.ask('at', { replay: id, step, ...viewerField(viewer) }),
      timeline: (viewer) => engine.ask('timeline', { replay: id, ...viewerField(viewer) }),
      oddsHistory: async () => botEngine.ask('odds-history', { record: await engine.ask('write', { replay: id, form: 'text' }) }),
      cards: () => engine.ask('cards', { replay: id }),
      edition: () => engine.ask('edition', { replay: id }),
      verify: (receipt) => engine.ask('verify', { replay: id, ...(receipt ? { receipt } : {}) }),
      write: (form, seenBy) => engine.ask('write', { replay: id, form, ...(seenBy ? { seen_by: seenBy } : {}) }),
      close: () => void engine.ask('shut', { replay: id }).catch(() => undefined),
    };
  }
}

/** The data of a stored game that stays the same while the game is played. */
type GameMetadata = Pick<StoredGame, 'id' | 'created' | 'origin'>;

const newMetadata = (): GameMetadata => ({ id: randomHex(8), created: Date.now() });

/** Returns the settings of a recorded game, to start a similar one. */
export function settingsOf({ edition, deck, seats, rogue, options }: Replay): TableSettings {
  return { edition, seats, ...(deck ? { deck } : {}), ...(rogue ? { rogue } : {}), ...options };
}
