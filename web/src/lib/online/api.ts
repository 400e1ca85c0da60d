// The HTTP API around an online game: identity, tables, seats, records. socket.ts handles the game
// itself. A page on a static host has no server; then `server()` returns false.
import { remember, remembered } from '../app/remember';
import { TableFault } from '../engine';
import type { BotList, FaultAnswer, Me, MyTables, Seat, Sit, Table, TableList, TableSettings } from '../protocol';

/** Timeout of a request, in milliseconds. */
const PATIENCE = 20_000;

async function fetched(method: string, path: string, body?: unknown): Promise<Response> {
  const init: RequestInit = { method, credentials: 'same-origin', signal: AbortSignal.timeout(PATIENCE) };
  if (body !== undefined) Object.assign(init, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  return fetch(`api/${path}`, init).catch(unreachable);
}

function unreachable(): never {
  throw new TableFault({ code: 'offline', text: 'cannot reach the server' });
}

/** Parses an error response of the server; other responses do not come from a game server. */
function refusal(status: number, text: string): TableFault {
  try {
    return new TableFault((JSON.parse(text) as FaultAnswer).error);
  } catch {
    return new TableFault({ code: status >= 500 ? 'offline' : 'internal', text: `the server answered ${status}` });
  }
}

/** Sends a request and returns the response as text. */
export async function text(method: string, path: string, body?: unknown): Promise<string> {
  const answer = await fetched(method, path, body);
  const read = await answer.text().catch(unreachable);
  if (!answer.ok) throw refusal(answer.status, read);
  return read;
}

/** Sends a request and returns the response as JSON. */
export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const read = await text(method, path, body);
  try {
    return (read ? JSON.parse(read) : undefined) as T;
  } catch {
    throw new TableFault({ code: 'internal', text: 'the response of the server is not JSON' });
  }
}

const at = (id: string): string => `tables/${encodeURIComponent(id)}`;

/** Returns the user's identity; null if there is none yet. */
export async function whoAmI(): Promise<Me | null> {
  try {
    return await call<Me>('GET', 'me');
  } catch (thrown) {
    if (TableFault.of(thrown).code === 'no-identity') return null;
    throw thrown;
  }
}

/** Returns whether this page comes from a game server; throws if the server is unreachable. */
export async function server(): Promise<boolean> {
  const answer = await fetched('GET', 'bots');
  return answer.ok && (answer.headers.get('content-type') ?? '').includes('json');
}

/** Returns whether this device has had an identity here; otherwise the request can be skipped. */
export const hadIdentity = (): boolean => remembered('identity', '') === 'yes';

/** Creates an identity, or renames it. */
export async function saveIdentity(name: string): Promise<Me> {
  const me = await whoAmI();
  remember({ identity: 'yes' });
  if (!me) return call<Me>('POST', 'me', { name });
  return me.name === name ? me : call<Me>('PATCH', 'me', { name });
}

/** Lists the tables where the user has a seat. */
export const myTables = () => call<MyTables>('GET', 'me/tables');
/** Lists open tables. */
export const openTables = () => call<TableList>('GET', 'tables');
/** Creates a table. */
export const createTable = (settings: TableSettings) => call<Table>('POST', 'tables', settings);
/** Returns one table. */
export const readTable = (id: string) => call<Table>('GET', at(id));
/** Closes a table. */
export async function closeTable(id: string): Promise<void> {
  await text('DELETE', at(id));
}
/** Takes a seat, or adds a bot. */
export const sit = (id: string, seat: Seat, who: Sit) => call<Table>('PUT', `${at(id)}/seats/${seat}`, who);
/** Frees a seat: the user's own, or as host another one. */
export const freeSeat = (id: string, seat: Seat) => call<Table>('DELETE', `${at(id)}/seats/${seat}`);
/** Lets a bot play for an absent player until the player returns. */
export const standIn = (id: string, seat: Seat) => call<Table>('POST', `${at(id)}/seats/${seat}/stand-in`);
/** Offers the seat of an absent player to another person. */
export const offerSeat = (id: string, seat: Seat) => call<Table>('POST', `${at(id)}/seats/${seat}/offer`);
/** Takes an offered seat. */
export const claimSeat = (id: string, seat: Seat) => call<Table>('POST', `${at(id)}/seats/${seat}/claim`);
/** Reveals the user's contribution to the dice. */
export const reveal = (id: string, entropy: string) => call<Table>('POST', `${at(id)}/reveal`, { entropy });
/** Starts the game. */
export const start = (id: string) => call<Table>('POST', `${at(id)}/start`);
/** Creates a rematch; returns the new table. */
export const playAgain = (id: string) => call<Table>('POST', `${at(id)}/rematch`).then((table) => table.rematch ?? table.table);
/** Lists the levels of the server's bots, weakest first. */
export const serverBots = () => call<BotList>('GET', 'bots').then((list) => list.bots);
/** Returns the record as the user may know it. */
export const readRecord = (id: string) => text('GET', `${at(id)}/record?form=text`);
