// The games of this device for the pages: what they ask for, answered by the engine client. Here are
// the words a person sees for its faults, too.
import { Games, settingsOf, TableFault, type EngineClient, type Kept, type Plan as EnginePlan, type Story as EngineStory } from '../engine';
import { language, t, type MessageName } from '../i18n/index.svelte';
import type { Lesson } from '../learn/lessons';
import type { Seat } from '../protocol';
import type { Session } from '../table/session';
import { addToLog, Adapter, begunIn, markOf, optionsOf } from './adapter';
import type { Beat, EditionInfo, Plan, Rulebook, SeatPlan, Shelved, Story, Swing, Verdict } from './games';
import { whenIdle } from './idle';
import { pack, unpack } from './pack';
import { remembered } from './remember';
import { receiptOf } from '../online/dice';

const games = new Games();
const SEATS: readonly Seat[] = ['A', 'B', 'C', 'D', 'E'];

/** The games, speaking the language that is shown. */
function now(): Games {
  games.speak(language());
  return games;
}

/** Anything that was thrown, as a sentence with all that is wrong. */
function told(thrown: unknown): Error {
  if (!(thrown instanceof TableFault)) return thrown instanceof Error ? thrown : new Error(String(thrown));
  const name = faultName(thrown);
  const problems = thrown.problems.map((p) => `${p.line ? `${p.line}:${p.column ?? 1} ` : ''}${p.text}`);
  const details = problems.length || !name ? problems : DETAILED.has(name) ? [thrown.message] : [];
  const remedy = thrown.remedy === 'none' ? '' : t(`remedy.${thrown.remedy}` as MessageName);
  return new Error([name ? t(name) : thrown.message, ...details, remedy].filter(Boolean).join('\n'));
}

/** The sentence of a fault in the language that is shown; refusals by a rule have their own words. */
function faultName(fault: TableFault): MessageName | null {
  if (fault.field === 'record') return fault.code === 'not-found' ? 'fault.unknown-deck' : 'fault.record';
  const known: Partial<Record<string, MessageName>> = {
    'bad-deck': 'fault.bad-deck',
    options: 'fault.options',
    crashed: 'fault.crashed',
    'no-engine': 'fault.no-engine',
    'no-storage': 'fault.no-storage',
    'no-game': 'fault.no-game',
    internal: 'fault.internal',
  };
  return known[fault.code] ?? null;
}

/** Faults whose own words say more, in English as the engine tells them. */
const DETAILED = new Set<MessageName>(['fault.record', 'fault.options', 'fault.internal', 'fault.no-storage']);

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw told(thrown);
  }
}

/** The levels for people, the weakest first; the others are yardsticks for programs. */
export const LEVELS: readonly string[] = ['cadet', 'pilot', 'captain', 'admiral', 'oracle'];

/** The level for somebody who has not chosen one. */
export const USUAL_LEVEL = 'pilot';

/** The name of a level of bots, in the language that is shown. */
export function levelName(level: string): string {
  return [...LEVELS, 'random', 'greedy'].includes(level) ? t(`level.${level}` as MessageName) : level;
}

function shelved(kept: Kept): Shelved {
  const { summary } = kept;
  const marks = summary.names.map((_, i) => (kept.plan.seats[i] ? markOf(SEATS[i] ?? 'A', 'person') : 'x'));
  return { id: kept.id, when: kept.changed, marks, ...summary, row: summary.row.flatMap((p) => p ?? []) };
}

/** The engine, speaking the language that is shown. */
export function engineClient(): EngineClient {
  return now().engine;
}

/** Loads the engine while the start page is being looked at: after all that is to be seen there. */
export function warmUp(): void {
  whenIdle(() => void games.engine.warm().catch(() => undefined), 2_000);
}

/** Games of this device, the latest first; none if it keeps nothing. */
export async function listGames(): Promise<Shelved[]> {
  if (typeof indexedDB === 'undefined') return [];
  return (
    await now()
      .list()
      .catch(() => [])
  ).map(shelved);
}

/** Throws a game away. */
export const removeGame = (id: string): Promise<void> => asked(() => now().remove(id));

function enginePlan(plan: Plan): EnginePlan {
  const settings: EnginePlan['settings'] = { edition: plan.edition, seats: plan.seats.length };
  if (plan.deck) settings.deck = plan.deck;
  if (plan.rogue) settings.rogue = plan.rogue;
  if (plan.options.includes('relentless')) settings.relentless = true;
  if (plan.options.includes('duel-missions')) settings.duel_missions = true;
  return { settings, seats: plan.seats };
}

/** Begins a game and keeps it; the table opens it by its id. */
export function startGame(plan: Plan): Promise<string> {
  return asked(async () => {
    const table = await now().start(enginePlan(plan));
    opened = { id: table.id, table };
    return table.id;
  });
}

/** A table that was just begun, so that it need not be opened a second time. */
let opened: { id: string; table: Awaited<ReturnType<Games['start']>> } | null = null;

/** Goes on with a game. */
export function openGame(id: string): Promise<Session & { close(): void; speak(language: string): Promise<void> }> {
  return asked(async () => {
    const begun = opened?.id === id ? opened.table : null;
    opened = null;
    return Adapter.of(begun ?? (await now().open(id)), levelName, (fault) => told(fault).message);
  });
}

/** The same again with new dice. */
export function rematch(id: string): Promise<string> {
  return asked(async () => {
    const table = await now().rematch(id);
    opened = { id: table.id, table };
    return table.id;
  });
}

/** A lesson, which is not kept. */
export function openLesson(lesson: Lesson): Promise<Adapter> {
  return asked(async () => {
    const seats: SeatPlan[] = [
      { kind: 'person', name: t('player.me') },
      { kind: 'bot', name: 'Mira', level: 'cadet' },
    ];
    return Adapter.of(await now().lesson({ ...lesson, seats }), levelName);
  });
}

/** Marks an id that holds the record itself, as links to other devices do. */
const HELD = 'r.';

/** The name of a table of a server, if this is one: its record is kept here, or is asked for. */
const tableOf = (id: string): string | undefined => /^table-(.+)$/.exec(id)?.[1];

/** A game of this device, one that was played at a server, or the one that a link brought along. */
async function storyOf(id: string): Promise<EngineStory> {
  if (id.startsWith(HELD)) return now().read(await heldBy(id));
  const table = tableOf(id);
  if (!table) return now().story(id);
  const { readRecord } = await import('../online/api');
  return now()
    .story(id)
    .catch(async () => now().read(await readRecord(table)));
}

const heldBy = (id: string): Promise<string> =>
  unpack(id.slice(HELD.length)).catch(() => {
    throw new Error(t('replay.damaged'));
  });

/** A name for a replay that works on any device; the id of this one if the record is too long. */
export const linkOf = (id: string): Promise<string> =>
  withStory(id, async (story) => {
    const packed = await pack(await story.write('text'));
    return packed ? HELD + packed : id;
  });

async function withStory<T>(id: string, work: (story: EngineStory) => Promise<T>): Promise<T> {
  return asked(async () => {
    const story = await storyOf(id);
    try {
      return await work(story);
    } finally {
      story.close();
    }
  });
}

/** The points after each step of a game. */
export const beatsOf = (id: string): Promise<Beat[]> =>
  withStory(id, async (story) => (await story.timeline(null)).map(({ turn, version, points }) => ({ turn, step: version, points })));

/** Everybody's chance to win after each turn of a game. */
export const courseOf = (id: string): Promise<Swing[]> =>
  withStory(id, async (story) => (await story.course()).map(({ turn, version, chances }) => ({ turn, step: version, chances })));

/** The strengths of a proof, the weakest first. */
const STRENGTHS = ['consistent', 'committed', 'contributed'];

/** Checks the dice of a game, against the receipt if this browser has one. */
export const verifyGame = (id: string): Promise<Verdict> =>
  withStory(id, async (story) => {
    const table = tableOf(id);
    const receipt = table ? receiptOf(table) : null;
    const { verdict, text, strength, shortfall, aborted, rolls, draws, deals } = await story.verify(receipt);
    const notes = aborted ? [t('dice.aborted', { n: aborted })] : [];
    if (verdict === 'proved') {
      if (shortfall) notes.unshift(t(`dice.not.${shortfall}` as MessageName));
      return { fair: true, text: t('end.fair', { rolls, cards: draws + deals }), strength: STRENGTHS.indexOf(strength ?? '') + 1, notes };
    }
    const said = t(verdict === 'false' ? (receipt ? 'end.unfair.receipt' : 'end.unfair') : 'end.unproved');
    return { fair: verdict === 'false' ? false : null, text: `${said} ${text}`, strength: 0, notes };
  });

/** The hash of a contribution to the dice. */
export const hashOf = (entropy: string): Promise<string> => asked(() => now().engine.ask('entropy-hash', { entropy }));

function saveText(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Saves the record of a game as a file. */
export const saveRecord = (id: string): Promise<void> =>
  withStory(id, async (story) => saveText(await story.write('text'), `orrery-${id.startsWith(HELD) ? 'replay' : id}.orr`));

/** Saves what this browser noted of the dice of a table before the game. */
export function saveReceipt(table: string): void {
  const receipt = receiptOf(table);
  if (receipt) saveText(receipt, `orrery-dice-${table}.txt`);
}

/** Takes a record file in and keeps it, to be looked at. */
export function importRecord(file: Uint8Array): Promise<string> {
  return keepRecord(file, `import-${Date.now().toString(36)}`);
}

/** Keeps the record of a finished table, so that it can be looked at without its server. */
export async function keepTable(table: string): Promise<void> {
  const { readRecord } = await import('../online/api');
  // A device that keeps nothing still asks the server.
  await readRecord(table)
    .then((record) => keepRecord(record, `table-${table}`))
    .catch(() => undefined);
}

function keepRecord(file: Uint8Array | string, id: string): Promise<string> {
  return asked(async () => {
    const story = await now().read(file);
    const end = await story.at(story.replay.length, null);
    const { view } = end;
    const seats = story.replay.names.slice(0, story.replay.seats).map((name): SeatPlan => ({ kind: 'person', name }));
    const settings = settingsOf(story.replay);
    const summary = {
      edition: view.edition,
      names: story.replay.names,
      points: view.seats.map((s) => s.points),
      row: view.row,
      turn: view.turn,
      over: true,
      yours: false,
    };
    const record = await story.write('text');
    story.close();
    await games.drawer.put({
      id,
      created: Date.now(),
      changed: Date.now(),
      plan: { settings, seats },
      saved: { record, seed: '', script: [] },
      summary,
    });
    return id;
  });
}

/** Plays on from a step of a game: the one whose eyes it is, or the first, against bots. */
export function branchGame(id: string, step: number, viewer: Seat | null): Promise<string> {
  return asked(async () => {
    const story = await storyOf(id);
    const level = LEVELS.find((l) => l === remembered('level', '')) ?? USUAL_LEVEL;
    const { view } = await story.at(step, null);
    const people = view.seats.filter((s) => !s.rogue);
    const me = viewer ?? people[0]?.seat ?? 'A';
    const seats = people.map((s, i): SeatPlan =>
      s.seat === me
        ? { kind: 'person', name: story.replay.names[i] ?? t('player.me') }
        : { kind: 'bot', name: story.replay.names[i] ?? s.seat, level },
    );
    const table = await games.branch(story, step, seats);
    story.close();
    opened = { id: table.id, table };
    return table.id;
  });
}

/** What can be played, and by which bots. */
export const editions = (): Promise<{ editions: EditionInfo[]; bots: string[] }> => asked(() => now().about());

/** Reads a deck. */
export const checkDeck = (deck: string): Promise<EditionInfo> => asked(() => now().checkDeck(deck));

const books = new Map<string, Promise<Rulebook>>();
/** The rules in a language. */
export function rulebook(language: string): Promise<Rulebook> {
  const book = books.get(language) ?? asked(() => now().rulebook());
  books.set(language, book);
  book.catch(() => books.delete(language));
  return book;
}

/** A game to look at, step by step. */
export function openStory(id: string): Promise<Story> {
  return asked(async () => {
    const story = await storyOf(id);
    const cards = await story.cards();
    return new Watched(story, cards).story();
  });
}

type Cards = Awaited<ReturnType<EngineStory['cards']>>;

/** A story as a session that only shows. */
class Watched {
  #seen: Parameters<Session['subscribe']>[0] | null = null;
  #state: Parameters<Parameters<Session['subscribe']>[0]>[0] | null = null;
  #serial = 0;
  readonly #steps: Promise<Awaited<ReturnType<EngineStory['timeline']>>>;

  constructor(
    readonly inner: EngineStory,
    readonly cards: Cards,
  ) {
    this.#steps = inner.timeline(null);
  }

  async #show(step: number, viewer: Seat | null): Promise<void> {
    const serial = ++this.#serial;
    const [moment, beats] = await Promise.all([this.inner.at(step, viewer), this.#steps]);
    if (serial !== this.#serial) return;
    const { view } = moment;
    const names = this.inner.replay.names;
    const taken = beats.slice(0, step).map((b) => b.step);
    const before = this.#state?.version ?? 0;
    const players = view.seats.map((s, i) => ({
      seat: s.seat,
      name: s.rogue ? (this.cards.rogues.find((r) => r.rogue === view.rogue)?.name ?? '') : (names[i] ?? s.seat),
      kind: s.rogue ? ('rogue' as const) : ('person' as const),
      mark: markOf(s.seat, s.rogue ? 'rogue' : 'person'),
    }));
    this.#state = {
      version: before + 1,
      cards: this.cards,
      players,
      me: viewer,
      shared: false,
      view,
      options: optionsOf(null),
      log: addToLog([], taken, begunIn(view, taken)),
      canUndo: false,
    };
    this.#seen?.(
      this.#state,
      (taken.at(-1)?.events ?? []).map((e) => ({ ...e, text: e.text ?? '' })),
    );
  }

  async story(): Promise<Story> {
    const { replay } = this.inner;
    const beats = (await this.#steps).map(({ turn, version, points }) => ({ turn, step: version, points }));
    const session: Session = {
      subscribe: (seen) => {
        this.#seen = seen;
        if (this.#state) seen(this.#state, []);
        return () => (this.#seen = null);
      },
      look: () => Promise.resolve(null),
      ways: () => Promise.resolve([]),
      why: () => Promise.resolve(null),
      act: () => Promise.resolve(),
      undo: () => Promise.resolve(),
    };
    const marks = replay.names.map((_, i) => markOf(SEATS[i] ?? 'A', 'person'));
    return {
      session,
      length: replay.length,
      turns: replay.turns,
      names: replay.names,
      marks,
      seats: SEATS.slice(0, replay.seats),
      outcome: replay.outcome,
      whole: replay.whole,
      beats,
      show: (step, viewer) => this.#show(step, viewer),
      close: () => this.inner.close(),
    };
  }
}
