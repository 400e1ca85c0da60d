// The games of this device for the pages: requests to the engine client, and error texts
// for its faults.
import {
  firstViewer,
  Games,
  moveEnds,
  pointsOf,
  ReplayTable,
  settingsOf,
  type EngineClient,
  type LocalTable,
  type StoredGame,
  type Plan as EnginePlan,
  type Story as EngineStory,
} from '../engine';
import { language, t, type MessageName } from '../i18n/index.svelte';
import type { Lesson } from '../learn/lessons';
import type { Cards, EditionDescription, Seat } from '../protocol';
import { markOf } from '../table/shown';
import { takeGame } from './claim';
import { isOpen, visibleSeats, type GameStatus } from './eyes';
import { deviceErrorText } from './faults';
import type { ScorePoint, Plan, Rulebook, SeatPlan, GameListItem, Story, OddsPoint, Verdict } from './games';
import { whenIdle } from './idle';
import { DEFAULT_LEVEL, LEVELS } from './levels';
import { pack, unpack } from './pack';
import { remembered } from './remember';
import { receiptOf } from '../online/dice';

export { DEFAULT_LEVEL, LEVELS, levelName } from './levels';

const games = new Games();
const SEATS: readonly Seat[] = ['A', 'B', 'C', 'D', 'E'];

/** Returns the games, with texts in the selected language. */
function now(): Games {
  games.setLanguage(language());
  return games;
}

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw new Error(deviceErrorText(thrown), { cause: thrown });
  }
}

function shelved(kept: StoredGame): GameListItem {
  const { summary } = kept;
  const marks = summary.names.map((_, i) => (kept.plan.seats[i] ? markOf(SEATS[i] ?? 'A', 'person') : 'x'));
  const { names, edition, points, turn, yours } = summary;
  const row = summary.row.flatMap((p) => p ?? []);
  const origin = kept.origin ?? null;
  return { id: kept.id, when: kept.changed, edition, names, marks, points, row, turn, yours, stage: stageOf(kept), origin };
}

/** Imported records have no seed, so they cannot be continued. */
function stageOf({ summary, saved }: StoredGame): GameListItem['stage'] {
  return summary.over ? 'over' : saved.seed ? 'running' : 'cut';
}

/** Returns the games of this device, with texts in the selected language. */
export const localGames = now;

/** Returns the engine, with texts in the selected language. */
export function engineClient(): EngineClient {
  return now().engine;
}

/** Loads the engine while the user looks at the home page, after everything visible has loaded. */
export function warmUp(): void {
  whenIdle(() => void games.engine.warm().catch(() => undefined), 2_000);
}

/** Lists the games of this device, latest first; none if it has no storage. */
export async function listGames(): Promise<GameListItem[]> {
  if (typeof indexedDB === 'undefined') return [];
  return (
    await now()
      .list()
      .catch(() => [])
  ).map(shelved);
}

/** Returns a game of this device, if there is one, and its branches, latest first. */
export async function branchesOf(id: string): Promise<{ game: GameListItem | null; branches: GameListItem[] }> {
  const all = await listGames();
  return { game: all.find((game) => game.id === id) ?? null, branches: all.filter(({ origin }) => origin?.game === id) };
}

/** Deletes a game; a tab that plays it stops. */
export const removeGame = (id: string): Promise<void> =>
  asked(async () => {
    const claim = await takeGame(id, () => Promise.resolve());
    await now().remove(id);
    await claim.release();
  });

/** Lets a bot play a seat from now on. The game must not be open. */
export const resignGame = (id: string, seat: Seat): Promise<void> =>
  asked(async () => {
    const kept = await games.store.get(id);
    const place = SEATS.indexOf(seat);
    const seats = kept.plan.seats.map((planned, i): SeatPlan => {
      return i === place ? { kind: 'bot', name: planned.name, level: DEFAULT_LEVEL } : planned;
    });
    await games.store.put({ ...kept, plan: { ...kept.plan, seats } });
  });

/** Waits until everything that this tab wrote is stored. */
export const stored = (id: string): Promise<void> =>
  games.store.get(id).then(
    () => undefined,
    () => undefined,
  );

function enginePlan(plan: Plan): EnginePlan {
  const settings: EnginePlan['settings'] = { edition: plan.edition, seats: plan.seats.length };
  if (plan.deck) settings.deck = plan.deck;
  if (plan.rogue) settings.rogue = plan.rogue;
  if (plan.start) settings.start = plan.start;
  const options = Object.fromEntries(plan.options.map((field) => [field, true]));
  return { settings: { ...settings, ...options }, seats: plan.seats };
}

/** Starts and saves a game; the table opens it by its id. */
export function startGame(plan: Plan): Promise<string> {
  return asked(async () => {
    const table = await now().start(enginePlan(plan));
    opened = { id: table.id, table };
    return table.id;
  });
}

/** The table that was just started, so that it is not opened twice. */
let opened: { id: string; table: LocalTable } | null = null;

/** Continues a game. */
export function openGame(id: string): Promise<LocalTable> {
  return asked(async () => {
    const begun = opened?.id === id ? opened.table : null;
    opened = null;
    return begun ?? (await now().open(id));
  });
}

/** Starts the same game again with new dice. */
export function rematch(id: string): Promise<string> {
  return asked(async () => {
    const table = await now().rematch(id);
    opened = { id: table.id, table };
    return table.id;
  });
}

/** Opens a lesson, which is not saved. */
export function openLesson(lesson: Lesson): Promise<LocalTable> {
  return asked(() => {
    const seats: SeatPlan[] = [
      { kind: 'person', name: t('player.me') },
      { kind: 'bot', name: 'Mira', level: 'cadet' },
    ];
    return now().lesson({ ...lesson, seats });
  });
}

/** Prefix of ids that contain the record itself, as in links to other devices. */
const HELD = 'r.';

/** Returns the id of a table on a server, if this is one; its record is stored here or fetched. */
const tableOf = (id: string): string | undefined => /^table-(.+)$/.exec(id)?.[1];

/** Opens a game of this device, of a server, or from a link. */
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

/** Returns a replay id that works on any device; null if the record is too long for a link. */
export const linkOf = (id: string): Promise<string | null> =>
  withStory(id, async (story) => {
    const packed = await pack(await story.write('text'));
    return packed && HELD + packed;
  });

/** Opens a game, works with it and closes it. */
export async function withStory<T>(id: string, work: (story: EngineStory) => Promise<T>): Promise<T> {
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
export const scoreHistory = (id: string): Promise<ScorePoint[]> =>
  withStory(id, async (story) => (await story.timeline(null)).map(({ turn, version, points }) => ({ turn, step: version, points })));

/** Returns the win probability of every seat after each turn. */
export const oddsHistory = (id: string): Promise<OddsPoint[]> =>
  withStory(id, async (story) => (await story.oddsHistory()).map(({ turn, version, chances }) => ({ turn, step: version, chances })));

/** The proof levels, weakest first. */
const PROOF_LEVELS = ['consistent', 'committed', 'contributed'];

/** Checks the dice of a game, against the receipt if this browser has one. */
export const verifyGame = (id: string): Promise<Verdict> =>
  withStory(id, async (story) => {
    const table = tableOf(id);
    const receipt = table ? receiptOf(table) : null;
    const { verdict, text, proof_level: level, shortfall, aborted, rolls, draws, deals } = await story.verify(receipt);
    const notes = aborted ? [t('dice.aborted', { n: aborted })] : [];
    if (verdict === 'proved') {
      if (shortfall) notes.unshift(t(`dice.not.${shortfall}` as MessageName));
      return { fair: true, text: t('end.fair', { rolls, cards: draws + deals }), proofLevel: PROOF_LEVELS.indexOf(level ?? '') + 1, notes };
    }
    const summary = t(verdict === 'false' ? (receipt ? 'end.unfair.receipt' : 'end.unfair') : 'end.unproved');
    return { fair: verdict === 'false' ? false : null, text: `${summary} ${text}`, proofLevel: 0, notes };
  });

/** Returns the hash of a contribution to the dice. */
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

/** Saves the dice receipt of a table as a file. */
export function saveReceipt(table: string): void {
  const receipt = receiptOf(table);
  if (receipt) saveText(receipt, `orrery-dice-${table}.txt`);
}

/** Imports a record file and saves it for replay. */
export function importRecord(file: Uint8Array): Promise<string> {
  return keepRecord(file, `import-${Date.now().toString(36)}`, 'by-rules');
}

/** Saves the record of a finished table, so that it can be replayed without the server. */
export async function saveFinishedTable(table: string): Promise<void> {
  const { readRecord } = await import('../online/api');
  // A device without storage still asks the server.
  await readRecord(table)
    .then((record) => keepRecord(record, `table-${table}`, 'over'))
    .catch(() => undefined);
}

/** Stores a record for replay. A table may be over although its record has no outcome: by resignation. */
function keepRecord(file: Uint8Array | string, id: string, stage: 'by-rules' | 'over'): Promise<string> {
  return asked(async () => {
    const story = await now().read(file);
    const end = await story.at(story.replay.length, null);
    const { view } = end;
    const seats = story.replay.names.slice(0, story.replay.seats).map((name): SeatPlan => ({ kind: 'person', name }));
    const settings = settingsOf(story.replay);
    const summary = {
      edition: view.edition,
      names: story.replay.names,
      points: pointsOf(view),
      row: view.row,
      turn: view.turn,
      over: stage === 'over' || view.outcome !== null,
      yours: false,
    };
    const record = await story.write('text');
    story.close();
    await games.store.put({
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

/** Starts a game from a step of a replay: the viewer's seat, or the first, against bots. */
export function branchGame(id: string, step: number, viewer: Seat | null): Promise<string> {
  return asked(async () => {
    const story = await storyOf(id);
    const level = LEVELS.find((l) => l === remembered('level', '')) ?? DEFAULT_LEVEL;
    const { view } = await story.at(step, null);
    const people = view.seats.filter((s) => !s.rogue);
    const me = viewer ?? people[0]?.seat ?? 'A';
    const seats = people.map((s, i): SeatPlan =>
      s.seat === me
        ? { kind: 'person', name: story.replay.names[i] ?? t('player.me') }
        : { kind: 'bot', name: story.replay.names[i] ?? s.seat, level },
    );
    const table = await games.branch(story, { game: id, step }, seats);
    story.close();
    opened = { id: table.id, table };
    return table.id;
  });
}

/** Returns the built-in editions, as the engine describes them. */
export const editions = (): Promise<EditionDescription[]> => asked(() => now().editions());

/** Returns the cards of an edition. */
export const cardsOf = (edition: string): Promise<Cards> => asked(() => now().engine.ask('cards', { edition }));

/** Reads and describes a deck. */
export const checkDeck = (deck: string): Promise<EditionDescription> => asked(() => now().checkDeck(deck));

const books = new Map<string, Promise<Rulebook>>();
/** The rules in a language. */
export function rulebook(language: string): Promise<Rulebook> {
  const book = books.get(language) ?? asked(() => now().rulebook());
  books.set(language, book);
  book.catch(() => books.delete(language));
  return book;
}

/** Opens a game for replay, step by step. */
export function openReplay(id: string): Promise<Story> {
  return asked(async () => {
    const [session, origin] = await Promise.all([ReplayTable.of(id, await storyOf(id)), originOf(id)]);
    const { replay } = session.story;
    const open = isOpen(replay, session.state.cards.missions.length, origin);
    return {
      session,
      length: replay.length,
      turns: replay.turns,
      moves: moveEnds(session.timeline.map(({ step }) => step)),
      names: replay.names,
      marks: replay.names.map((_, i) => markOf(SEATS[i] ?? 'A', 'person')),
      eyes: visibleSeats(replay, open, origin),
      own: origin.plan && firstViewer(origin.plan),
      outcome: replay.outcome,
      mayBranch: replay.whole && (open || !origin.plan),
      mayShare: open,
      timeline: session.timeline.map(({ turn, version, points }) => ({ turn, step: version, points })),
      show: (step, viewer) => session.show(step, viewer),
      close: () => session.close(),
    };
  });
}

/** Returns what this device knows about a game besides its record. */
async function originOf(id: string): Promise<GameStatus> {
  const kept = await games.store.get(id).catch(() => null);
  return { plan: kept?.saved.seed ? kept.plan : null, over: kept?.summary.over ?? false };
}
