import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { EngineClient, type SessionState } from '../engine';
import { port } from '../engine/testing';
import type { ClientMessage, Prompt, ServerMessage, StepTaken, Table, View } from '../protocol';
import { OnlineTable } from './session';

/** A game as seat A saw it: all steps, and a stop at every decision, with its record, view and prompt. */
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
  const opened = await client.ask('new', {
    settings: { seats: 2 },
    names: ['Ada', 'Ben'],
    seed: '17'.repeat(32),
    viewer: 'A',
  });
  const { game } = opened;
  let { moment, saved } = opened;
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

/** Removes all texts from a message, because the server sends none. */
const withoutTexts = <T>(message: T): T =>
  JSON.parse(JSON.stringify(message, (key, value: unknown) => (key === 'text' || key === 'texts' ? undefined : value))) as T;

/** A fake WebSocket that acts as the server and stores the client's messages. */
class Server {
  static current: Server;
  static readonly OPEN = 1;
  readyState = 1;
  readonly received: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly address: string) {
    Server.current = this;
    setTimeout(() => this.onopen?.());
  }
  send(text: string): void {
    this.received.push(JSON.parse(text) as ClientMessage);
  }
  close(): void {
    this.readyState = 3;
  }
  sendMessage(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(): void {
    const seats = (['A', 'B'] as const).map((seat) => ({ seat, player: null }));
    const table = { table: 'one', settings: { seats: 2 }, stage: 'playing', seats, you: { seat: 'A', host: true } } as unknown as Table;
    this.sendMessage({ type: 'welcome', orrery: 1, you: table.you, table, orders: [], chat: [] });
  }
  view(at: number, reason: 'joined' | 'behind' = 'joined'): void {
    const { length, view, prompt } = stop(at);
    this.sendMessage(withoutTexts({ type: 'view', version: length, length, reason, view, ...(prompt ? { prompt } : {}), clocks: [] }));
  }
  steps(from: number, to: number): void {
    const { length, prompt } = stop(to);
    const steps = played.steps.slice(stop(from).length, length);
    this.sendMessage(withoutTexts({ type: 'steps', version: length, length, steps, ...(prompt ? { prompt } : {}) }));
  }
}

function stop(at: number): PlayedGame['stops'][number] {
  const found = played.stops.at(at);
  if (!found) throw new Error(`the game has no stop ${at}`);
  return found;
}

/** The index of the stop whose record the server returns. */
let recordAt = 0;
/** Replaces the server's response to HTTP requests; null responds with the record. */
let respond: (() => Promise<Response>) | null = null;
let table: OnlineTable;

beforeAll(async () => {
  played = await play();
}, 120_000);
beforeEach(() => {
  vi.stubGlobal('WebSocket', Server);
  vi.stubGlobal('fetch', () => respond?.() ?? Promise.resolve(new Response(stop(recordAt).record)));
  [recordAt, respond] = [0, null];
});
afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
});

/** Waits until a condition holds. */
async function until(condition: () => boolean): Promise<void> {
  await vi.waitFor(() => expect(condition()).toBe(true), { timeout: 50_000 });
}

/** Opens a table that shows a stop of the game; returns its server. */
async function open(at: number): Promise<Server> {
  recordAt = at;
  table = new OnlineTable('one', engine());
  await until(() => Server.current.received.length > 0);
  Server.current.welcome();
  Server.current.view(at);
  await expectShown(at);
  return Server.current;
}

/** Waits until the table shows a stop, then checks the view, prompt and steps. */
async function expectShown(at: number): Promise<SessionState> {
  const expected = stop(at);
  await until(() => table.begun && table.state.version === expected.length);
  expect(table.state.view).toEqual(expected.view);
  expect(table.state.prompt?.decision ?? null).toEqual(expected.prompt?.decision ?? null);
  expect(table.state.prompt?.texts ?? []).toEqual(expected.prompt?.texts ?? []);
  expect(table.state.history).toEqual(played.steps.slice(0, expected.length));
  return table.state;
}

test('the page computes views, texts and prompts from steps without further requests', async () => {
  const server = await open(4);
  for (let at = 4; at < 30; at += 1) {
    server.steps(at, at + 1);
    await expectShown(at + 1);
  }
  expect(server.received.map((message) => message.do)).toEqual(['hello']);
  expect(server.received[0]).not.toHaveProperty('words');
});

test('the deck of a table is sent once', async () => {
  const server = await open(4);
  expect(server.address.endsWith('/socket?deck=')).toBe(true);
  const tableWith = (deck?: string) =>
    ({ ...table.table, deck_hash: 'c0ffee', settings: { seats: 2, ...(deck ? { deck } : {}) } }) as unknown as Table;
  server.sendMessage({ type: 'table', table: tableWith('id = "home"') });
  server.sendMessage({ type: 'table', table: tableWith() });
  expect(table.table?.settings.deck).toBe('id = "home"');
  server.onclose?.();
  await until(() => Server.current !== server);
  expect(Server.current.address.endsWith('?deck=c0ffee')).toBe(true);
});

test('steps that arrive while the record is loading are shown once', async () => {
  table = new OnlineTable('one', engine());
  await until(() => Server.current.received.length > 0);
  recordAt = 7;
  Server.current.welcome();
  Server.current.view(5);
  Server.current.steps(5, 6);
  Server.current.steps(6, 9);
  await expectShown(9);
});

test('steps that the server repeats, as after a lost connection, are applied once', async () => {
  const server = await open(5);
  server.steps(5, 8);
  server.steps(6, 9);
  server.steps(6, 7);
  server.steps(9, 10);
  await expectShown(10);
});

test('missing steps cause a request for the full view', async () => {
  const server = await open(5);
  server.steps(7, 8);
  await until(() => server.received.some((message) => message.do === 'resume'));
  recordAt = 8;
  server.view(8, 'behind');
  await expectShown(8);
  server.steps(8, 9);
  await expectShown(9);
});

test('loading the game is retried', async () => {
  const server = await open(5);
  respond = () => Promise.reject(new TypeError('no network'));
  server.steps(7, 8);
  server.view(8, 'behind');
  await until(() => server.received.filter((message) => message.do === 'resume').length === 2);
  [recordAt, respond] = [8, null];
  server.view(8, 'behind');
  await expectShown(8);
});

test('a record that this page cannot read requires a newer page', async () => {
  const server = await open(5);
  respond = () => Promise.resolve(new Response('a record of a future version'));
  server.view(8, 'behind');
  await until(() => table.refused?.code === 'version');
});

test('the result comes from the server, including missions', async () => {
  const last = played.stops.length - 1;
  const server = await open(last - 1);
  recordAt = last;
  let shown: string[] = [];
  table.subscribe((_, { steps }) => void (shown = steps.length ? steps.flatMap((step) => step.events.map((e) => e.text ?? '')) : shown));
  server.steps(last - 1, last);
  const { view } = await expectShown(last);
  expect(view.outcome).not.toBeNull();
  const texts = played.steps.slice(stop(last - 1).length).flatMap((step) => step.events.map((e) => e.text));
  expect(shown).toEqual(texts);
});

test('an undo request disappears when the server has dropped it', async () => {
  const server = await open(12);
  const asked = { type: 'undo-asked', request: 1, seat: 'B', to: 3, waiting: ['A'] } as const;
  server.sendMessage({ ...asked, waiting: [...asked.waiting] });
  await until(() => table.undoRequest?.seat === 'B');
  server.welcome();
  await until(() => table.undoRequest === null);
  // A request that arrives after new steps stays open.
  server.steps(12, 13);
  server.sendMessage({ ...asked, waiting: [...asked.waiting] });
  await expectShown(13);
  await until(() => table.undoRequest?.seat === 'B');
});

test('switching the language sends no request', async () => {
  const server = await open(12);
  await table.setLanguage('de');
  const [english, german] = [played.steps.slice(0, stop(12).length), [...table.state.history]];
  expect(withoutTexts(german)).toEqual(withoutTexts(english));
  const texts = (steps: StepTaken[]) => steps.flatMap((step) => step.events.map((e) => e.text));
  expect(texts(german).some((text, i) => text === undefined || text === texts(english)[i])).toBe(false);
  expect(table.state.prompt?.decision.text).not.toBe(stop(12).prompt?.decision.text);
  expect(server.received).toHaveLength(1);
});

test('a line of chat with a known number replaces the earlier one', async () => {
  const server = await open(5);
  const line = (number: number, seat: 'B' | null) => ({ number, from: { name: 'Ben', seat }, at: 0, text: 'hello' });
  for (const number of [1, 2]) server.sendMessage({ type: 'chat', line: line(number, 'B') });
  server.sendMessage({ type: 'chat', line: line(1, null) });
  await until(() => table.people.chat.length === 2);
  expect(table.people.chat.map(({ from }) => from.seat)).toEqual([null, 'B']);
});
