// Everything around an online game: who I am, tables, seats. The game itself is the socket's
// business. A page on a static host has no server behind it; then `server()` says so.
import type { Fault, FaultAnswer, Me, MyTables, Seat, Sit, Table, TableList, TableSettings } from '../protocol';

/** A refusal of the server, in words for people. */
export class ServerRefusal extends Error {
  constructor(readonly fault: Fault) {
    super(fault.text);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, headers: { 'content-type': 'application/json' }, credentials: 'same-origin' };
  if (body !== undefined) init.body = JSON.stringify(body);
  const answer = await fetch(`api/${path}`, init);
  if (answer.status === 204) return undefined as T;
  const text = await answer.text();
  let read: unknown;
  try {
    read = text ? JSON.parse(text) : undefined;
  } catch {
    throw new Error(`The server answered with something else than JSON (${answer.status}).`);
  }
  if (!answer.ok) throw new ServerRefusal((read as FaultAnswer).error);
  return read as T;
}

/** Who I am; null if nobody yet. */
export async function whoAmI(): Promise<Me | null> {
  try {
    return await call<Me>('GET', 'me');
  } catch (e) {
    if (e instanceof ServerRefusal && e.fault.code === 'no-identity') return null;
    throw e;
  }
}

let reachable: Promise<boolean> | undefined;
/** Whether there is a server behind this page. */
export function server(): Promise<boolean> {
  reachable ??= fetch('api/bots').then(
    (a) => a.ok && (a.headers.get('content-type') ?? '').includes('json'),
    () => false,
  );
  return reachable;
}

/** Becomes somebody, or takes another name. */
export async function beSomebody(name: string): Promise<Me> {
  const me = await whoAmI();
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
export const readTable = (id: string) => call<Table>('GET', `tables/${encodeURIComponent(id)}`);
/** Puts a table away. */
export const closeTable = (id: string) => call<void>('DELETE', `tables/${encodeURIComponent(id)}`);
/** Sits down, or seats a bot. */
export const sit = (id: string, seat: Seat, who: Sit) => call<Table>('PUT', `tables/${encodeURIComponent(id)}/seats/${seat}`, who);
/** Gets up, or sends a bot away. */
export const getUp = (id: string, seat: Seat) => call<Table>('DELETE', `tables/${encodeURIComponent(id)}/seats/${seat}`);
/** Begins the game. */
export const start = (id: string) => call<Table>('POST', `tables/${encodeURIComponent(id)}/start`);
/** The same again. */
export const playAgain = (id: string) => call<Table>('POST', `tables/${encodeURIComponent(id)}/rematch`);
/** The levels of the bots of the house. */
export const houseBots = () => call<{ bots?: string[] } | string[]>('GET', 'bots').then((b) => (Array.isArray(b) ? b : (b.bots ?? [])));
/** The address of a record. */
export const recordAddress = (id: string) => `api/tables/${encodeURIComponent(id)}/record?form=text`;
