// A connection to a table that survives its sockets: it reconnects automatically, detects a silent
// peer, and resends unacknowledged messages with the same id.
import { PROTOCOL, type ClientMessage, type Fault, type ServerMessage } from '../protocol';
import { whoAmI } from './api';
import { Outbox, type Asking } from './outbox';

type Unsigned<T> = T extends { id: string } ? Omit<T, 'id'> : never;
/** A message without its id. */
export type Said = Unsigned<Asking>;

interface Waiting {
  resolve(version: number): void;
  reject(fault: Fault): void;
}

/** The state of the connection. `ended`: it will not reconnect. */
export type Connection = 'connected' | 'reconnecting' | 'ended';

/** The callbacks of a connection. */
export interface Hearer {
  heard(message: ServerMessage): void;
  connection(state: Connection): void;
  /** The table is unavailable: it does not exist, is private, or was closed. */
  refused(fault: Fault): void;
  /** A message from before a reload failed. */
  tooLate(message: Asking, fault: Fault): void;
  /** Returns the last seen version, if any. */
  since(): number | undefined;
  /** Returns the hash of the table's custom deck, if known. The server sends the deck only once. */
  deck(): string;
}

/** Delays between reconnection attempts, in milliseconds. */
const PAUSES = [200, 500, 1000, 2000, 4000, 8000];
/** Heartbeat: silence before a ping, then timeouts until the peer counts as gone, with and without
 * pending messages. */
const PATIENCE = { waiting: { ask: 4_000, gone: 9_000 }, idle: { ask: 20_000, gone: 32_000 } };
/** Rejections after which reconnecting makes sense. */
const PASSING = new Set<Fault['code']>(['busy', 'store', 'too-many', 'internal']);

/** A connection to one table. */
export class Socket {
  #socket: WebSocket | null = null;
  readonly #waiting = new Map<string, Waiting>();
  readonly #outbox: Outbox;
  #greeted = false;
  #tries = 0;
  #pause: number | null = null;
  #ended = false;
  #count = 0;
  #heardAt = 0;
  #asked = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  readonly #watch: ReturnType<typeof setInterval>;
  readonly #prefix = crypto.randomUUID().slice(0, 8);
  readonly #address: string;

  constructor(
    table: string,
    readonly hearer: Hearer,
  ) {
    const url = new URL(`api/tables/${encodeURIComponent(table)}/socket`, location.href.split('#')[0]);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    this.#address = url.href;
    this.#outbox = new Outbox(table);
    this.#watch = setInterval(() => this.#look(), 1_000);
    addEventListener('online', this.#hurry);
    document.addEventListener('visibilitychange', this.#hurry);
    this.#connect();
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const socket = new WebSocket(`${this.#address}?deck=${this.hearer.deck()}`);
    this.#socket = socket;
    this.#greeted = this.#asked = false;
    this.#heardAt = Date.now();
    socket.onopen = () => this.#hello();
    socket.onmessage = ({ data }: MessageEvent<string>) => socket === this.#socket && this.#hear(JSON.parse(data) as ServerMessage);
    socket.onclose = () => this.#lost(socket);
  }

  #hello(): void {
    const since = this.hearer.since();
    this.tell({ do: 'hello', orrery: PROTOCOL, ...(since === undefined ? {} : { since }) });
  }

  #hear(message: ServerMessage): void {
    this.#heardAt = Date.now();
    this.#asked = false;
    if (message.type === 'welcome') this.#welcomed();
    else if (message.type === 'done') this.#settle(message.id, (w) => w.resolve(message.version));
    else if (message.type === 'error') return this.#refused(message);
    else if (message.type === 'closing') this.#closing(message);
    this.hearer.heard(message);
  }

  #welcomed(): void {
    this.#greeted = true;
    this.#tries = 0;
    this.hearer.connection('connected');
    for (const message of this.#outbox.all) this.tell(message);
  }

  #refused(message: Extract<ServerMessage, { type: 'error' }>): void {
    if (message.id) return this.#settle(message.id, (w) => w.reject(message.error), message.error);
    if (this.#greeted) return this.hearer.heard(message);
    // The server rejected the table itself.
    this.#pause = message.error.retry_ms ?? null;
    if (PASSING.has(message.error.code)) return this.again();
    this.#end(message.error);
  }

  #settle(id: string, how: (waiting: Waiting) => void, fault?: Fault): void {
    const [waiting, message] = [this.#waiting.get(id), this.#outbox.all.find((m) => m.id === id)];
    this.#waiting.delete(id);
    this.#outbox.remove(id);
    if (waiting) how(waiting);
    else if (fault && message) this.hearer.tooLate(message, fault);
  }

  #closing({ why, retry_ms }: Extract<ServerMessage, { type: 'closing' }>): void {
    this.#pause = retry_ms;
    if (why === 'gone') this.#end({ code: 'no-table', text: 'this table was closed' });
    if (why === 'logged-out') void this.#loggedOut();
    if (why === 'abuse') this.#end({ code: 'too-many', text: 'the server has closed this connection' });
  }

  /** Reconnects if this browser has a new cookie, as after logging out the other devices. */
  async #loggedOut(): Promise<void> {
    this.#pause = PAUSES.at(-1) ?? 0;
    const me = await whoAmI().catch(() => undefined);
    if (this.#ended || me === undefined) return;
    if (me) this.#hurry();
    else this.#end({ code: 'no-identity', text: 'this device was logged out' });
  }

  #end(fault: Fault): void {
    this.close();
    this.hearer.connection('ended');
    this.hearer.refused(fault);
  }

  #lost(socket: WebSocket): void {
    if (this.#ended || socket !== this.#socket) return;
    this.#socket = null;
    this.hearer.connection('reconnecting');
    const usual = PAUSES[Math.min(this.#tries++, PAUSES.length - 1)] ?? 0;
    // Jitter: not all clients of a server reconnect at once.
    this.#retry = setTimeout(() => this.#connect(), (this.#pause ?? usual) * (1 + Math.random() / 4));
    this.#pause = null;
  }

  /** Checks whether the peer is alive. */
  #look(): void {
    if (!this.#socket) return;
    const quiet = Date.now() - this.#heardAt;
    const patience = this.#waiting.size || !this.#greeted ? PATIENCE.waiting : PATIENCE.idle;
    if (quiet > patience.gone) this.again();
    else if (quiet > patience.ask && !this.#asked) {
      this.#asked = true;
      this.tell({ do: 'ping', id: 'there' });
    }
  }

  /** Reconnects at once when the network is back or the page becomes visible. */
  readonly #hurry = (): void => {
    if (this.#ended || document.hidden) return;
    this.#tries = 0;
    if (!this.#socket) this.#connect();
    else if (this.#greeted) this.tell({ do: 'ping', id: 'there' });
  };

  /** Sends without waiting for an acknowledgement. */
  tell(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Sends and waits until the server has stored it, across reconnections. */
  ask(message: Said): Promise<number> {
    const signed = { ...message, id: `${this.#prefix}-${++this.#count}` };
    this.#outbox.put(signed);
    if (this.#waiting.size === 0) this.#heardAt = Date.now();
    return new Promise((resolve, reject) => {
      this.#waiting.set(signed.id, { resolve, reject });
      if (this.#greeted) this.tell(signed);
    });
  }

  /** Reconnects: in another language, or with another identity. */
  again(): void {
    const socket = this.#socket;
    socket?.close();
    // A socket without a peer takes time to close.
    if (socket) this.#lost(socket);
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#retry);
    clearInterval(this.#watch);
    removeEventListener('online', this.#hurry);
    document.removeEventListener('visibilitychange', this.#hurry);
    this.#socket?.close();
  }
}
