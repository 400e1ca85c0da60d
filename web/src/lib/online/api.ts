// The HTTP API around an online game: identity, tables, seats, records. The game itself uses socket.ts. On a static host, there is no
// server, and `hasGameServer()` returns false.
import { remember, remembered } from '../app/remember';
import { TableFault } from '../engine';
import type { BotList, FaultAnswer, Me, MyTables, Seat, Sit, Table, TableList, TableSettings } from '../protocol';

/** Timeout of a request, in milliseconds. */
const TIMEOUT_MS = 20_000;

/** Sends a request and returns the response, whatever its status. */
async function request(method: string, path: string, body?: unknown): Promise<Response> {
  const init: RequestInit = { method, credentials: 'same-origin', signal: AbortSignal.timeout(TIMEOUT_MS) };
  if (body !== undefined) Object.assign(init, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  return fetch(`api/${path}`, init).catch(unreachable);
}

function unreachable(): never {
  throw new TableFault({ code: 'offline', text: 'cannot reach the server' });
}

/** Converts an error response into a fault. A response that is not JSON comes from a proxy or a static host, not from the server. */
function faultOf(status: number, text: string): TableFault {
  try {
    return new TableFault((JSON.parse(text) as FaultAnswer).error);
  } catch {
    return new TableFault({ code: status >= 500 ? 'offline' : 'internal', text: `the server answered ${status}` });
  }
}

/** Sends a request and returns the response as text. */
export async function requestText(method: string, path: string, body?: unknown): Promise<string> {
  const response = await request(method, path, body);
  const content = await response.text().catch(unreachable);
  if (!response.ok) throw faultOf(response.status, content);
  return content;
}

/** Sends a request and returns the response as JSON. */
export async function requestJson<T>(method: string, path: string, body?: unknown): Promise<T> {
  const content = await requestText(method, path, body);
  try {
    return (content ? JSON.parse(content) : undefined) as T;
  } catch {
    throw new TableFault({ code: 'internal', text: 'the response of the server is not JSON' });
  }
}

const tablePath = (id: string): string => `tables/${encodeURIComponent(id)}`;

/** Returns the user's identity; null if there is none yet. */
export async function whoAmI(): Promise<Me | null> {
  try {
    return await requestJson<Me>('GET', 'me');
  } catch (thrown) {
    if (TableFault.of(thrown).code === 'no-identity') return null;
    throw thrown;
  }
}

/** Returns whether a game server serves this page; throws if the host is unreachable. */
export async function hasGameServer(): Promise<boolean> {
  const response = await request('GET', 'bots');
  return response.ok && (response.headers.get('content-type') ?? '').includes('json');
}

/** Returns whether this device has ever had an identity here. If not, pages send no requests about the user. */
export const hadIdentity = (): boolean => remembered('identity', '') === 'yes';

/** Creates the user's identity, or renames it. */
export async function saveIdentity(name: string): Promise<Me> {
  const me = await whoAmI();
  remember({ identity: 'yes' });
  if (!me) return requestJson<Me>('POST', 'me', { name });
  return me.name === name ? me : requestJson<Me>('PATCH', 'me', { name });
}

/** Lists the tables where the user has a seat. */
export const myTables = () => requestJson<MyTables>('GET', 'me/tables');
/** Lists open tables. */
export const openTables = () => requestJson<TableList>('GET', 'tables');
/** Creates a table. */
export const createTable = (settings: TableSettings) => requestJson<Table>('POST', 'tables', settings);
/** Returns one table. */
export const readTable = (id: string) => requestJson<Table>('GET', tablePath(id));
/** Closes a table. */
export async function closeTable(id: string): Promise<void> {
  await requestText('DELETE', tablePath(id));
}
/** Takes a seat, or adds a bot. */
export const sit = (id: string, seat: Seat, who: Sit) => requestJson<Table>('PUT', `${tablePath(id)}/seats/${seat}`, who);
/** Frees the user's own seat; the host can free any seat. */
export const freeSeat = (id: string, seat: Seat) => requestJson<Table>('DELETE', `${tablePath(id)}/seats/${seat}`);
/** Lets a bot play for an absent player until the player returns. */
export const standIn = (id: string, seat: Seat) => requestJson<Table>('POST', `${tablePath(id)}/seats/${seat}/stand-in`);
/** Offers the seat of an absent player to another person. */
export const offerSeat = (id: string, seat: Seat) => requestJson<Table>('POST', `${tablePath(id)}/seats/${seat}/offer`);
/** Takes an offered seat. */
export const claimSeat = (id: string, seat: Seat) => requestJson<Table>('POST', `${tablePath(id)}/seats/${seat}/claim`);
/** Reveals the user's contribution to the dice. */
export const reveal = (id: string, entropy: string) => requestJson<Table>('POST', `${tablePath(id)}/reveal`, { entropy });
/** Starts the game. */
export const start = (id: string) => requestJson<Table>('POST', `${tablePath(id)}/start`);
/** Requests a rematch; returns the id of its table. */
export const playAgain = (id: string) =>
  requestJson<Table>('POST', `${tablePath(id)}/rematch`).then((table) => table.rematch ?? table.table);
/** Lists the levels of the server's bots, weakest first. */
export const serverBots = () => requestJson<BotList>('GET', 'bots').then((list) => list.bots);
/** Returns the record, in text format, with everything that the user may know. */
export const readRecord = (id: string) => requestText('GET', `${tablePath(id)}/record?form=text`);
