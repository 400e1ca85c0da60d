/** The games of this device: begin, go on, import, look at, branch, throw away. */

import type { Cards, Edition, Seat, TableSettings } from '../protocol';
import type { EngineInfo, Moment, Opened, Replay, ReplayStep, Rulebook, Verdict, WinChances } from './asks';
import { EngineClient } from './client';
import { Drawer, type Kept } from './drawer';
import { LocalTable } from './local';
import { random, today, type Plan, type SeatPlan } from './plan';

/** A prepared position with one thing to learn. */
export interface LessonPlan {
  /** The position as the text of a set-up. */
  position: string;
  /** What happens before the learner is asked, by whomever it is asked. */
  before: string[];
  /** What chance decides, in words. */
  script: string[];
  seats: SeatPlan[];
}

/** A record that is looked at. */
export interface Story {
  readonly replay: Replay;
  /** The game after so many steps, through the eyes of a seat, or of a spectator. */
  at(step: number, viewer: Seat | null): Promise<Moment>;
  /** All that happened. */
  timeline(viewer: Seat | null): Promise<ReplayStep[]>;
  /** Everybody's chance to win, turn by turn. */
  course(): Promise<WinChances[]>;
  /** Verifies the dice, against what was noted before the game if there is a receipt. */
  verify(receipt?: string | null): Promise<Verdict>;
  cards(): Promise<Cards>;
  write(form: 'text' | 'json', seenBy?: Seat): Promise<string>;
  close(): void;
}

/** How a table is opened. */
export interface Opening {
  pace?: () => Promise<void>;
}

const eyes = (viewer: Seat | null): { viewer?: Seat } => (viewer ? { viewer } : {});

/** The games of this device. */
export class Games {
  readonly engine: EngineClient;
  readonly thinker: EngineClient;
  readonly drawer: Drawer;

  constructor(parts: { engine?: EngineClient; thinker?: EngineClient; drawer?: Drawer } = {}) {
    this.engine = parts.engine ?? new EngineClient();
    this.thinker = parts.thinker ?? new EngineClient();
    this.drawer = parts.drawer ?? new Drawer();
  }

  /** The language of all texts from now on; open tables are told by their own `speak`. */
  speak(language: string): void {
    this.engine.language = this.thinker.language = language;
  }

  about(): Promise<EngineInfo> {
    return this.engine.ask('about', {});
  }

  rulebook(): Promise<Rulebook> {
    return this.engine.ask('rulebook', {});
  }

  /** Reads a deck of one's own; a fault names everything that is wrong. */
  checkDeck(deck: string): Promise<Edition> {
    return this.engine.ask('deck', { deck });
  }

  list(): Promise<Kept[]> {
    return this.drawer.list();
  }

  remove(id: string): Promise<void> {
    return this.drawer.remove(id);
  }

  /** Begins a game. */
  async start(plan: Plan, opening: Opening = {}): Promise<LocalTable> {
    const names = plan.seats.map(({ name }) => name);
    const opened = await this.engine.ask('new', { settings: plan.settings, names, seed: random(32), date: today(), ...firstEyes(plan) });
    return this.#sit(plan, opened, opening);
  }

  /** Goes on with a game. */
  async open(id: string, opening: Opening = {}): Promise<LocalTable> {
    const { plan, saved, created } = await this.drawer.get(id);
    const opened = await this.engine.ask('load', { saved, ...firstEyes(plan) });
    return this.#sit(plan, opened, opening, { id, created });
  }

  /** The same again: same table, new dice. */
  async rematch(id: string, opening: Opening = {}): Promise<LocalTable> {
    return this.start((await this.drawer.get(id)).plan, opening);
  }

  /** A lesson, which is not kept. */
  async lesson(lesson: LessonPlan, opening: Opening = {}): Promise<LocalTable> {
    const { position: text, script, before, seats } = lesson;
    const plan: Plan = { settings: { seats: seats.length }, seats };
    const names = seats.map(({ name }) => name);
    let opened = await this.engine.ask('position', { text, script, names, seed: random(32), ...firstEyes(plan) });
    for (const step of before) {
      const {
        game,
        moment: { version },
      } = opened;
      opened = { ...opened, ...(await this.engine.ask('act', { game, version, steps: [step], ...firstEyes(plan) })) };
    }
    return LocalTable.seat({ ...this.#parts(opening), id: 'lesson', created: Date.now(), plan, drawer: null }, opened);
  }

  /** Looks at a game of this device. */
  async story(id: string): Promise<Story> {
    const { record } = (await this.drawer.get(id)).saved;
    return this.#story(await this.engine.ask('open', { record }));
  }

  /** Looks at a record file of any form. */
  async read(file: Uint8Array | string): Promise<Story> {
    return this.#story(await (typeof file === 'string' ? this.engine.ask('open', { record: file }) : this.engine.read(file)));
  }

  /** Plays on from a moment of a story, with new dice. */
  async branch(story: Story, step: number, seats: SeatPlan[], opening: Opening = {}): Promise<LocalTable> {
    const { replay } = story.replay;
    const plan: Plan = { settings: settingsOf(story.replay), seats };
    const opened = await this.engine.ask('branch', { replay, step, seed: random(32), ...firstEyes(plan) });
    return this.#sit(plan, opened, opening);
  }

  #parts(opening: Opening): { engine: EngineClient; thinker: EngineClient } & Opening {
    return { engine: this.engine, thinker: this.thinker, ...opening };
  }

  #sit(plan: Plan, opened: Opened, opening: Opening, kept = { id: random(8), created: Date.now() }): Promise<LocalTable> {
    return LocalTable.seat({ ...this.#parts(opening), ...kept, plan, drawer: this.drawer }, opened);
  }

  #story(replay: Replay): Story {
    const { engine, thinker } = this;
    const number = replay.replay;
    return {
      replay,
      at: (step, viewer) => engine.ask('at', { replay: number, step, ...eyes(viewer) }),
      timeline: (viewer) => engine.ask('timeline', { replay: number, ...eyes(viewer) }),
      course: async () => thinker.ask('course', { record: await engine.ask('write', { replay: number, form: 'text' }) }),
      cards: () => engine.ask('cards', { replay: number }),
      verify: (receipt) => engine.ask('verify', { replay: number, ...(receipt ? { receipt } : {}) }),
      write: (form, seenBy) => engine.ask('write', { replay: number, form, ...(seenBy ? { seen_by: seenBy } : {}) }),
      close: () => void engine.ask('shut', { replay: number }).catch(() => undefined),
    };
  }
}

/** What was played, so that it can be played again. */
export function settingsOf({ edition, deck, seats, rogue, duel_missions, relentless }: Replay): TableSettings {
  return { edition, seats, ...(deck ? { deck } : {}), ...(rogue ? { rogue } : {}), duel_missions, relentless };
}

/** The first person of a plan sees the beginning. */
function firstEyes(plan: Plan): { viewer?: Seat } {
  const seats: readonly Seat[] = ['A', 'B', 'C', 'D', 'E'];
  return eyes(seats[plan.seats.findIndex(({ kind }) => kind === 'person')] ?? null);
}
