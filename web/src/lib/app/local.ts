// The functions through which pages use the games of this device. Errors have texts for users.
import {
  firstViewer,
  Games,
  moveEnds,
  pointsOf,
  ReplayTable,
  settingsOf,
  type EngineClient,
  type LocalTable,
  type OpenRecord,
  type StoredGame,
  type Plan as EnginePlan,
} from '../engine';
import { language, t, type MessageName } from '../i18n/index.svelte';
import type { Lesson } from '../learn/lessons';
import type { Cards, EditionDescription, Seat } from '../protocol';
import { markOf, ROGUE_MARK } from '../table/shown';
import { takeGame } from './claim';
import { isOpen, isReviewable, visibleSeats, type GameStatus } from './visible-seats';
import { deviceErrorText } from './faults';
import type { ScorePoint, Plan, Rulebook, SeatPlan, GameListItem, OpenReplay, OddsPoint, Verdict } from './games';
import { whenIdle } from './idle';
import { DEFAULT_LEVEL, LEVELS } from './levels';
import { pack, unpack } from './pack';
import { remembered } from './remember';
import { receiptOf } from '../online/dice';

export { DEFAULT_LEVEL, LEVELS, levelName } from './levels';

const games = new Games();
const SEATS: readonly Seat[] = ['A', 'B', 'C', 'D', 'E'];

/** Returns the games of this device, with texts in the selected language. */
export function localGames(): Games {
  games.setLanguage(language());
  return games;
}

/** Runs a function; converts its faults into errors with texts for users. */
async function withErrorText<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw new Error(deviceErrorText(thrown), { cause: thrown });
  }
}

function listItem(game: StoredGame): GameListItem {
  const { summary } = game;
  const marks = summary.names.map((_, i) => (game.plan.seats[i] ? markOf(SEATS[i] ?? 'A', 'person') : ROGUE_MARK));
  const { names, edition, points, turn, yours } = summary;
  const row = summary.row.flatMap((p) => p ?? []);
  const origin = game.origin ?? null;
  return { id: game.id, when: game.changed, edition, names, marks, points, row, turn, yours, stage: stageOf(game), origin };
}

/** Returns the stage of a game. Imported records have no seed, so the game cannot be continued. */
function stageOf({ summary, saved }: StoredGame): GameListItem['stage'] {
  return summary.over ? 'over' : saved.seed ? 'running' : 'cut';
}

/** Returns the engine, with texts in the selected language. */
export function engineClient(): EngineClient {
  return localGames().engine;
}

/** Loads the engine when the home page is idle, so that a game starts faster. */
export function warmUp(): void {
  whenIdle(() => void games.engine.warm().catch(() => undefined), 2_000);
}

/** Lists the games of this device, latest first; none if the device has no storage. */
export async function listGames(): Promise<GameListItem[]> {
  if (typeof indexedDB === 'undefined') return [];
  return (
    await localGames()
      .list()
      .catch(() => [])
  ).map(listItem);
}

/** Returns a game of this device, if there is one, and its branches, latest first. */
export async function branchesOf(id: string): Promise<{ game: GameListItem | null; branches: GameListItem[] }> {
  const all = await listGames();
  return { game: all.find((game) => game.id === id) ?? null, branches: all.filter(({ origin }) => origin?.game === id) };
}

/** Deletes a game; a tab that plays it stops. */
export const removeGame = (id: string): Promise<void> =>
  withErrorText(async () => {
    const claim = await takeGame(id, () => Promise.resolve());
    await localGames().remove(id);
    await claim.release();
  });

/** Replaces the person at a seat by a bot, in a game that is not open. */
export const resignGame = (id: string, seat: Seat): Promise<void> =>
  withErrorText(async () => {
    const game = await games.store.get(id);
    const index = SEATS.indexOf(seat);
    const seats = game.plan.seats.map((planned, i): SeatPlan => {
      return i === index ? { kind: 'bot', name: planned.name, level: DEFAULT_LEVEL, resigned: true } : planned;
    });
    await games.store.put({ ...game, plan: { ...game.plan, seats } });
  });

/** Waits until the pending writes of this tab to the store are done: a read comes after the writes that were requested before it. */
export const waitForWrites = (id: string): Promise<void> =>
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
  return withErrorText(async () => {
    const table = await localGames().start(enginePlan(plan));
    opened = { id: table.id, table };
    return table.id;
  });
}

/** The table that was just started; `openGame` returns it instead of opening the game again. */
let opened: { id: string; table: LocalTable } | null = null;

/** Continues a game. */
export function openGame(id: string): Promise<LocalTable> {
  return withErrorText(async () => {
    const table = opened?.id === id ? opened.table : null;
    opened = null;
    return table ?? (await localGames().open(id));
  });
}

/** Starts a new game with the same settings and players, and new dice. */
export function rematch(id: string): Promise<string> {
  return withErrorText(async () => {
    const table = await localGames().rematch(id);
    opened = { id: table.id, table };
    return table.id;
  });
}

/** Opens a lesson; it is not saved. */
export function openLesson(lesson: Lesson): Promise<LocalTable> {
  return withErrorText(() => {
    const seats: SeatPlan[] = [
      { kind: 'person', name: t('player.me') },
      { kind: 'bot', name: 'Mira', level: 'cadet' },
    ];
    return localGames().lesson({ ...lesson, seats });
  });
}

/** Prefix of ids that contain a packed record; links to other devices use them. */
const PACKED_PREFIX = 'r.';

/** Returns the id of the server's table; undefined unless the game was played online. */
const tableOf = (id: string): string | undefined => /^table-(.+)$/.exec(id)?.[1];

/** Opens the record of a game: from a link, from this device, or from the server. */
async function openRecord(id: string): Promise<OpenRecord> {
  if (id.startsWith(PACKED_PREFIX)) return localGames().read(await unpackRecord(id));
  const table = tableOf(id);
  if (!table) return localGames().openRecord(id);
  const { readRecord } = await import('../online/api');
  return localGames()
    .openRecord(id)
    .catch(async () => localGames().read(await readRecord(table)));
}

const unpackRecord = (id: string): Promise<string> =>
  unpack(id.slice(PACKED_PREFIX.length)).catch(() => {
    throw new Error(t('replay.damaged'));
  });

/** Returns a replay id that works on any device; null if the record is too long for a link. */
export const packedReplayId = (id: string): Promise<string | null> =>
  withRecord(id, async (record) => {
    const packed = await pack(await record.write('text'));
    return packed && PACKED_PREFIX + packed;
  });

/** Opens the record of a game, calls a function with it, and closes it. */
export async function withRecord<T>(id: string, work: (record: OpenRecord) => Promise<T>): Promise<T> {
  return withErrorText(async () => {
    const record = await openRecord(id);
    try {
      return await work(record);
    } finally {
      record.close();
    }
  });
}

/** Returns the points of every seat after each step. */
export const scoreHistory = (id: string): Promise<ScorePoint[]> =>
  withRecord(id, async (record) => (await record.timeline(null)).map(({ turn, version, points }) => ({ turn, step: version, points })));

/** Returns the win probability of every seat after each turn. */
export const oddsHistory = (id: string): Promise<OddsPoint[]> =>
  withRecord(id, async (record) => (await record.oddsHistory()).map(({ turn, version, chances }) => ({ turn, step: version, chances })));

/** The proof levels, weakest first. */
const PROOF_LEVELS = ['consistent', 'committed', 'contributed'];

/** Verifies the dice of a game, with the receipt if this browser has one. */
export const verifyGame = (id: string): Promise<Verdict> =>
  withRecord(id, async (record) => {
    const table = tableOf(id);
    const receipt = table ? receiptOf(table) : null;
    const { verdict, text, proof_level: level, shortfall, aborted, rolls, draws, deals } = await record.verify(receipt);
    const kind = table ? 'online' : 'local';
    const notes = aborted ? [t('dice.aborted', { n: aborted })] : [];
    if (verdict === 'proved') {
      if (table && shortfall) notes.unshift(t(`dice.not.${shortfall}` as MessageName));
      const proofLevel = table ? PROOF_LEVELS.indexOf(level ?? '') + 1 : 0;
      return { kind, fair: true, text: t('end.fair', { rolls, cards: draws + deals }), proofLevel, notes };
    }
    const summary = t(verdict === 'false' ? (receipt ? 'end.unfair.receipt' : 'end.unfair') : 'end.unproved');
    return { kind, fair: verdict === 'false' ? false : null, text: `${summary} ${text}`, proofLevel: 0, notes };
  });

/** Returns the hash of a contribution to the dice. */
export const hashOf = (entropy: string): Promise<string> => withErrorText(() => localGames().engine.ask('entropy-hash', { entropy }));

function saveText(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Saves the record of a game as a file. */
export const saveRecord = (id: string): Promise<void> =>
  withRecord(id, async (record) => saveText(await record.write('text'), `orrery-${id.startsWith(PACKED_PREFIX) ? 'replay' : id}.orr`));

/** Saves the dice receipt of a table as a file. */
export function saveReceipt(table: string): void {
  const receipt = receiptOf(table);
  if (receipt) saveText(receipt, `orrery-dice-${table}.txt`);
}

/** Imports a record file and saves it for replay. */
export function importRecord(file: Uint8Array): Promise<string> {
  return storeRecord(file, `import-${Date.now().toString(36)}`, 'by-rules');
}

/** Saves the record of a finished table, so that it can be replayed without the server. */
export async function saveFinishedTable(table: string): Promise<void> {
  const { readRecord } = await import('../online/api');
  // Ignore errors: if the record is not stored, a replay fetches it from the server.
  await readRecord(table)
    .then((record) => storeRecord(record, `table-${table}`, 'over'))
    .catch(() => undefined);
}

/**
 * Stores a record for replay. With `by-rules`, the game is over if the record has an outcome. Pass `over` for a finished online game: after
 * a resignation, its record has no outcome.
 */
function storeRecord(file: Uint8Array | string, id: string, stage: 'by-rules' | 'over'): Promise<string> {
  return withErrorText(async () => {
    const record = await localGames().read(file);
    const end = await record.at(record.replay.length, null);
    const { view } = end;
    const seats = record.replay.names.slice(0, record.replay.seats).map((name): SeatPlan => ({ kind: 'person', name }));
    const settings = settingsOf(record.replay);
    const summary = {
      edition: view.edition,
      names: record.replay.names,
      points: pointsOf(view),
      row: view.row,
      turn: view.turn,
      over: stage === 'over' || view.outcome !== null,
      yours: false,
    };
    const text = await record.write('text');
    record.close();
    await games.store.put({
      id,
      created: Date.now(),
      changed: Date.now(),
      plan: { settings, seats },
      saved: { record: text, seed: '', script: [] },
      summary,
    });
    return id;
  });
}

/** Starts a game from a step of a replay. The user plays the viewer's seat, or else the first one; bots play the others. */
export function branchGame(id: string, step: number, viewer: Seat | null): Promise<string> {
  return withErrorText(async () => {
    const record = await openRecord(id);
    const level = LEVELS.find((l) => l === remembered('level', '')) ?? DEFAULT_LEVEL;
    const { view } = await record.at(step, null);
    const people = view.seats.filter((s) => !s.rogue);
    const me = viewer ?? people[0]?.seat ?? 'A';
    const seats = people.map((s, i): SeatPlan =>
      s.seat === me
        ? { kind: 'person', name: record.replay.names[i] ?? t('player.me') }
        : { kind: 'bot', name: record.replay.names[i] ?? s.seat, level },
    );
    const table = await games.branch(record, { game: id, step }, seats);
    record.close();
    opened = { id: table.id, table };
    return table.id;
  });
}

/** Returns the built-in editions, as the engine describes them. */
export const editions = (): Promise<EditionDescription[]> => withErrorText(() => localGames().editions());

/** Returns the cards of an edition. */
export const cardsOf = (edition: string): Promise<Cards> => withErrorText(() => localGames().engine.ask('cards', { edition }));

/** Parses and describes a custom deck; throws an error if it is invalid. */
export const checkDeck = (deck: string): Promise<EditionDescription> => withErrorText(() => localGames().checkDeck(deck));

const books = new Map<string, Promise<Rulebook>>();
/** Returns the rules in a language. */
export function rulebook(language: string): Promise<Rulebook> {
  const book = books.get(language) ?? withErrorText(() => localGames().rulebook());
  books.set(language, book);
  book.catch(() => books.delete(language));
  return book;
}

/** Opens a game as a replay. */
export function openReplay(id: string): Promise<OpenReplay> {
  return withErrorText(async () => {
    const [session, status] = await Promise.all([ReplayTable.of(id, await openRecord(id)), statusOf(id)]);
    const { replay } = session.record;
    const open = isOpen(replay, session.state.cards.missions.length, status);
    const mayReview = isReviewable(replay, open, status);
    return {
      session,
      length: replay.length,
      turns: replay.turns,
      moves: moveEnds(session.timeline.map(({ step }) => step)),
      names: replay.names,
      marks: replay.names.map((_, i) => markOf(SEATS[i] ?? 'A', 'person')),
      visibleSeats: visibleSeats(replay, open, status),
      ownSeat: status.plan && firstViewer(status.plan),
      outcome: replay.outcome,
      mayBranch: replay.whole && mayReview,
      mayReview,
      mayShare: open,
      timeline: session.timeline.map(({ turn, version, points }) => ({ turn, step: version, points })),
      show: (step, viewer) => session.show(step, viewer),
      close: () => session.close(),
    };
  });
}

/** Returns the facts about a game that its record does not contain. */
async function statusOf(id: string): Promise<GameStatus> {
  const game = await games.store.get(id).catch(() => null);
  return { plan: game?.saved.seed ? game.plan : null, over: game?.summary.over ?? false };
}
