import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { EngineClient, type SessionState } from '../engine';
import { port } from '../engine/testing';
import type { ClientMessage, Prompt, ServerMessage, StepTaken, Table, View } from '../protocol';
import { OnlineTable } from './session';

/** A game as seat A saw it: record, view and prompt at every decision, and all steps. */
interface PlayedGame {
  stops: { length: number; record: string; view: View; prompt: Prompt | null }[];
  steps: StepTaken[];
}

const engine = () => new EngineClient(() => port());
let played: PlayedGame;

/** Plays a game of two bots to its end. */
async function play(): Promise<PlayedGame> {
  const client = engine();
  const stops: PlayedGame['stops'] = [];
  const begun = await client.ask('new', {
    settings: { seats: 2 },
    names: ['Ada', 'Ben'],
    seed: '17'.repeat(32),
    viewer: 'A',
  });
  const { game } = begun;
  let { moment, saved } = begun;
  for (;;) {
    const { replay } = await client.ask('open', { record: saved.record });
    const over = moment.view.outcome !== null;
    const record = await client.ask('write', { replay, form: 'text', ...(over ? {} : { seen_by: 'A' }) });
    stops.push({ length: moment.version, record, view: moment.view, prompt: moment.prompt });
    if (over) return { stops, steps: (await client.ask('timeline', { replay, viewer: 'A' })).map(({ step }) => step) };
    await client.ask('shut', { replay });
    const { step } = await client.ask('choose', { saved, bot: 'greedy' });
    ({ moment, saved } = await client.ask('act', { game, version: moment.version, steps: [step], viewer: 'A' }));
  }
}

/** Removes the texts, as the server does for clients that want none. */
const bare = <T>(message: T): T =>
  JSON.parse(JSON.stringify(message, (key, value: unknown) => (key === 'text' || key === 'texts' ? undefined : value))) as T;

/** The server's end of the socket, and the messages it received. */
class Server {
  static now: Server;
  static readonly OPEN = 1;
  readyState = 1;
  readonly said: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly address: string) {
    Server.now = this;
    setTimeout(() => this.onopen?.());
  }
  send(text: string): void {
    this.said.push(JSON.parse(text) as ClientMessage);
  }
  close(): void {
    this.readyState = 3;
  }
  says(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(): void {
    const seats = (['A', 'B'] as const).map((seat) => ({ seat, player: null }));
    const table = { table: 'one', settings: { seats: 2 }, stage: 'playing', seats, you: { seat: 'A', host: true } } as unknown as Table;
    this.says({ type: 'welcome', orrery: 1, you: table.you, table, orders: [], chat: [] });
  }
  view(at: number, reason: 'joined' | 'behind' = 'joined'): void {
    const { length, view, prompt } = stop(at);
    this.says(bare({ type: 'view', version: length, length, reason, view, ...(prompt ? { prompt } : {}), clocks: [] }));
  }
  steps(from: number, to: number): void {
    const { length, prompt } = stop(to);
    const steps = played.steps.slice(stop(from).length, length);
    this.says(bare({ type: 'steps', version: length, length, steps, ...(prompt ? { prompt } : {}) }));
  }
}

function stop(at: number): PlayedGame['stops'][number] {
  const found = played.stops.at(at);
  if (!found) throw new Error(`the game has no stop ${at}`);
  return found;
}

/** The record that the server returns now, by stop; or another response. */
let kept = 0;
let answers: (() => Promise<Response>) | null = null;
let table: OnlineTable;

beforeAll(async () => {
  played = await play();
}, 120_000);
beforeEach(() => {
  vi.stubGlobal('WebSocket', Server);
  vi.stubGlobal('fetch', () => answers?.() ?? Promise.resolve(new Response(stop(kept).record)));
  [kept, answers] = [0, null];
});
afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
});

async function until(wanted: () => boolean): Promise<void> {
  await vi.waitFor(() => expect(wanted()).toBe(true), { timeout: 10_000 });
}

/** Returns a table that shows a stop of the game. */
async function open(at: number): Promise<Server> {
  kept = at;
  table = new OnlineTable('one', engine());
  await until(() => Server.now.said.length > 0);
  Server.now.welcome();
  Server.now.view(at);
  await shows(at);
  return Server.now;
}

/** Waits until a stop is shown: its view, prompt and all earlier steps. */
async function shows(at: number): Promise<SessionState> {
  const wanted = stop(at);
  await until(() => table.begun && table.state.version === wanted.length);
  expect(table.state.view).toEqual(wanted.view);
  expect(table.state.prompt?.decision ?? null).toEqual(wanted.prompt?.decision ?? null);
  expect(table.state.prompt?.texts ?? []).toEqual(wanted.prompt?.texts ?? []);
  expect(table.state.history).toEqual(played.steps.slice(0, wanted.length));
  return table.state;
}

test('steps become views, texts and prompts without further requests', async () => {
  const server = await open(4);
  for (let at = 4; at < 30; at += 1) {
    server.steps(at, at + 1);
    await shows(at + 1);
  }
  expect(server.said.map((message) => message.do)).toEqual(['hello']);
  expect(server.said[0]).not.toHaveProperty('words');
});

test('the deck of a table is sent once', async () => {
  const server = await open(4);
  expect(server.address.endsWith('/socket?deck=')).toBe(true);
  const seen = (deck?: string) =>
    ({ ...table.table, deck_hash: 'c0ffee', settings: { seats: 2, ...(deck ? { deck } : {}) } }) as unknown as Table;
  server.says({ type: 'table', table: seen('id = "home"') });
  server.says({ type: 'table', table: seen() });
  expect(table.table?.settings.deck).toBe('id = "home"');
  server.onclose?.();
  await until(() => Server.now !== server);
  expect(Server.now.address.endsWith('?deck=c0ffee')).toBe(true);
});

test('steps during the loading of the record are shown once', async () => {
  table = new OnlineTable('one', engine());
  await until(() => Server.now.said.length > 0);
  kept = 7;
  Server.now.welcome();
  Server.now.view(5);
  Server.now.steps(5, 6);
  Server.now.steps(6, 9);
  await shows(9);
});

test('repeated steps, as after a lost connection, count once', async () => {
  const server = await open(5);
  server.steps(5, 8);
  server.steps(6, 9);
  server.steps(6, 7);
  server.steps(9, 10);
  await shows(10);
});

test('missing steps cause a request for the full view', async () => {
  const server = await open(5);
  server.steps(7, 8);
  await until(() => server.said.some((message) => message.do === 'resume'));
  kept = 8;
  server.view(8, 'behind');
  await shows(8);
  server.steps(8, 9);
  await shows(9);
});

test('loading the game is retried', async () => {
  const server = await open(5);
  answers = () => Promise.reject(new TypeError('no network'));
  server.steps(7, 8);
  server.view(8, 'behind');
  await until(() => server.said.filter((message) => message.do === 'resume').length === 2);
  [kept, answers] = [8, null];
  server.view(8, 'behind');
  await shows(8);
});

test('a game of a newer server requires a newer page', async () => {
  const server = await open(5);
  answers = () => Promise.resolve(new Response('a record of times to come'));
  server.view(8, 'behind');
  await until(() => table.refused?.code === 'version');
});

test('the result comes from the server, including missions', async () => {
  const last = played.stops.length - 1;
  const server = await open(last - 1);
  kept = last;
  let shown: string[] = [];
  table.subscribe((_, { steps }) => void (shown = steps.length ? steps.flatMap((step) => step.events.map((e) => e.text ?? '')) : shown));
  server.steps(last - 1, last);
  const { view } = await shows(last);
  expect(view.outcome).not.toBeNull();
  const texts = played.steps.slice(stop(last - 1).length).flatMap((step) => step.events.map((e) => e.text));
  expect(shown).toEqual(texts);
});

test('an undo request disappears when the server has dropped it', async () => {
  const server = await open(12);
  const asked = { type: 'undo-asked', request: 1, seat: 'B', to: 3, waiting: ['A'] } as const;
  server.says({ ...asked, waiting: [...asked.waiting] });
  await until(() => table.undoAsked?.seat === 'B');
  server.welcome();
  await until(() => table.undoAsked === null);
  // A notice that comes with its steps stays.
  server.steps(12, 13);
  server.says({ ...asked, waiting: [...asked.waiting] });
  await shows(13);
  await until(() => table.undoAsked?.seat === 'B');
});

test('switching the language needs no server', async () => {
  const server = await open(12);
  await table.setLanguage('de');
  const [english, german] = [played.steps.slice(0, stop(12).length), [...table.state.history]];
  expect(bare(german)).toEqual(bare(english));
  const texts = (steps: StepTaken[]) => steps.flatMap((step) => step.events.map((e) => e.text));
  expect(texts(german).some((text, i) => text === undefined || text === texts(english)[i])).toBe(false);
  expect(table.state.prompt?.decision.text).not.toBe(stop(12).prompt?.decision.text);
  expect(server.said).toHaveLength(1);
});

test('a line of chat whose author has left the seat replaces the known one', async () => {
  const server = await open(5);
  const line = (number: number, seat: 'B' | null) => ({ number, from: { name: 'Ben', seat }, at: 0, text: 'hello' });
  for (const number of [1, 2]) server.says({ type: 'chat', line: line(number, 'B') });
  server.says({ type: 'chat', line: line(1, null) });
  await until(() => table.people.chat.length === 2);
  expect(table.people.chat.map(({ from }) => from.seat)).toEqual([null, 'B']);
});
