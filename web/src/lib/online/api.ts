// Everything around an online game: who I am, tables, seats, records. The game itself is the
// socket's business. A page on a static host has no server behind it; then `server()` says so.
import { remember, remembered } from '../app/remember';
import { TableFault } from '../engine';
import type { BotList, FaultAnswer, Me, MyTables, Seat, Sit, Table, TableList, TableSettings } from '../protocol';

/** A server that has not answered by then will not, in milliseconds: the connection is gone. */
const PATIENCE = 20_000;

async function fetched(method: string, path: string, body?: unknown): Promise<Response> {
  const init: RequestInit = { method, credentials: 'same-origin', signal: AbortSignal.timeout(PATIENCE) };
  if (body !== undefined) Object.assign(init, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  return fetch(`api/${path}`, init).catch(unreachable);
}

function unreachable(): never {
  throw new TableFault({ code: 'offline', text: 'the server cannot be reached' });
}

/** A refusal of the server; something else than a refusal is no answer of ours. */
function refusal(status: number, text: string): TableFault {
  try {
    return new TableFault((JSON.parse(text) as FaultAnswer).error);
  } catch {
    return new TableFault({ code: status >= 500 ? 'offline' : 'internal', text: `the server answered ${status}` });
  }
}

/** What the server answers, as text. */
export async function text(method: string, path: string, body?: unknown): Promise<string> {
  const answer = await fetched(method, path, body);
  const read = await answer.text().catch(unreachable);
  if (!answer.ok) throw refusal(answer.status, read);
  return read;
}

/** What the server answers, as JSON. */
export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const read = await text(method, path, body);
  try {
    return (read ? JSON.parse(read) : undefined) as T;
  } catch {
    throw new TableFault({ code: 'internal', text: 'the server answered with something else than JSON' });
  }
}

const at = (id: string): string => `tables/${encodeURIComponent(id)}`;

/** Who I am; null if nobody yet. */
export async function whoAmI(): Promise<Me | null> {
  try {
    return await call<Me>('GET', 'me');
  } catch (thrown) {
    if (TableFault.of(thrown).code === 'no-identity') return null;
    throw thrown;
  }
}

/** Whether this page comes from a game server; it may be away, which throws. */
export async function server(): Promise<boolean> {
  const answer = await fetched('GET', 'bots');
  return answer.ok && (answer.headers.get('content-type') ?? '').includes('json');
}

/** Whether this device has been somebody here; whoever has not need not be asked for. */
export const wasSomebody = (): boolean => remembered('somebody', '') === 'yes';

/** Becomes somebody, or takes another name. */
export async function beSomebody(name: string): Promise<Me> {
  const me = await whoAmI();
  remember({ somebody: 'yes' });
  if (!me) return call<Me>('POST', 'me', { name });
  return me.name === name ? me : call<Me>('PATCH', 'me', { name });
}

/** The tables where I sit. */
export const myTables = () => call<MyTables>('GET', 'me/tables');
/** Tables that wait for players. */
export const openTables = () => call<TableList>('GET', 'tables');
/** Makes a table. */
export const makeTable = (settings: TableSettings) => call<Table>('POST', 'tables', settings);
/** One table. */
export const readTable = (id: string) => call<Table>('GET', at(id));
/** Puts a table away. */
export async function closeTable(id: string): Promise<void> {
  await text('DELETE', at(id));
}
/** Sits down, or seats a bot. */
export const sit = (id: string, seat: Seat, who: Sit) => call<Table>('PUT', `${at(id)}/seats/${seat}`, who);
/** Gets up, or sends somebody away. */
export const getUp = (id: string, seat: Seat) => call<Table>('DELETE', `${at(id)}/seats/${seat}`);
/** Reveals my contribution to the dice. */
export const reveal = (id: string, entropy: string) => call<Table>('POST', `${at(id)}/reveal`, { entropy });
/** Begins the game. */
export const start = (id: string) => call<Table>('POST', `${at(id)}/start`);
/** The same again; the table where. */
export const playAgain = (id: string) => call<Table>('POST', `${at(id)}/rematch`).then((table) => table.rematch ?? table.table);
/** The levels of the bots of the house, the weakest first. */
export const houseBots = () => call<BotList>('GET', 'bots').then((list) => list.bots);
/** The record, as far as I may know it. */
export const readRecord = (id: string) => text('GET', `${at(id)}/record?form=text`);
