// A connection to a table that reopens its socket automatically when the socket fails. It detects a silent
// peer and resends unacknowledged messages with the same id.
import { PROTOCOL, type ClientMessage, type Fault, type ServerMessage } from '../protocol';
import { whoAmI } from './api';
import { Outbox, type PendingMessage } from './outbox';

type WithoutId<T> = T extends { id: string } ? Omit<T, 'id'> : never;
/** A message without its id. */
export type MessageBody = WithoutId<PendingMessage>;

interface Waiting {
  resolve(version: number): void;
  reject(fault: Fault): void;
}

/** The state of the connection. `ended`: the connection will not be reopened. */
export type Connection = 'connected' | 'reconnecting' | 'ended';

/** The callbacks of a connection. */
export interface SocketListener {
  received(message: ServerMessage): void;
  connection(state: Connection): void;
  /** The table is unavailable: it does not exist, is private, or was closed. */
  refused(fault: Fault): void;
  /** The server refused a message that was sent before a reload. */
  tooLate(message: PendingMessage, fault: Fault): void;
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
const TRANSIENT = new Set<Fault['code']>(['busy', 'store', 'too-many', 'internal']);

/** A connection to one table. */
export class Socket {
  #socket: WebSocket | null = null;
  readonly #waiting = new Map<string, Waiting>();
  readonly #outbox: Outbox;
  #welcomedByServer = false;
  #tries = 0;
  #retryDelay: number | null = null;
  #ended = false;
  #count = 0;
  #lastReceived = 0;
  #pinged = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  readonly #watch: ReturnType<typeof setInterval>;
  readonly #prefix = crypto.randomUUID().slice(0, 8);
  readonly #address: string;

  constructor(
    table: string,
    readonly listener: SocketListener,
  ) {
    const url = new URL(`api/tables/${encodeURIComponent(table)}/socket`, location.href.split('#')[0]);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    this.#address = url.href;
    this.#outbox = new Outbox(table);
    this.#watch = setInterval(() => this.#checkPeer(), 1_000);
    addEventListener('online', this.#reconnectNow);
    document.addEventListener('visibilitychange', this.#reconnectNow);
    this.#connect();
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const socket = new WebSocket(`${this.#address}?deck=${this.listener.deck()}`);
    this.#socket = socket;
    this.#welcomedByServer = this.#pinged = false;
    this.#lastReceived = Date.now();
    socket.onopen = () => this.#hello();
    socket.onmessage = ({ data }: MessageEvent<string>) =>
      socket === this.#socket && this.#handleMessage(JSON.parse(data) as ServerMessage);
    socket.onclose = () => this.#handleClose(socket);
  }

  #hello(): void {
    const since = this.listener.since();
    this.send({ do: 'hello', orrery: PROTOCOL, ...(since === undefined ? {} : { since }) });
  }

  #handleMessage(message: ServerMessage): void {
    this.#lastReceived = Date.now();
    this.#pinged = false;
    if (message.type === 'welcome') this.#welcomed();
    else if (message.type === 'done') this.#complete(message.id, (w) => w.resolve(message.version));
    else if (message.type === 'error') return this.#refused(message);
    else if (message.type === 'closing') this.#handleClosing(message);
    this.listener.received(message);
  }

  #welcomed(): void {
    this.#welcomedByServer = true;
    this.#tries = 0;
    this.listener.connection('connected');
    for (const message of this.#outbox.all) this.send(message);
  }

  #refused(message: Extract<ServerMessage, { type: 'error' }>): void {
    if (message.id) return this.#complete(message.id, (w) => w.reject(message.error), message.error);
    if (this.#welcomedByServer) return this.listener.received(message);
    // The server rejected the table itself.
    this.#retryDelay = message.error.retry_ms ?? null;
    if (TRANSIENT.has(message.error.code)) return this.reconnect();
    this.#end(message.error);
  }

  #complete(id: string, how: (waiting: Waiting) => void, fault?: Fault): void {
    const [waiting, message] = [this.#waiting.get(id), this.#outbox.all.find((m) => m.id === id)];
    this.#waiting.delete(id);
    this.#outbox.remove(id);
    if (waiting) how(waiting);
    else if (fault && message) this.listener.tooLate(message, fault);
  }

  #handleClosing({ why, retry_ms }: Extract<ServerMessage, { type: 'closing' }>): void {
    this.#retryDelay = retry_ms;
    if (why === 'gone') this.#end({ code: 'no-table', text: 'this table was closed' });
    if (why === 'logged-out') void this.#handleLogout();
    if (why === 'abuse') this.#end({ code: 'too-many', text: 'the server has closed this connection' });
  }

  /** Reconnects if this browser has a new cookie, as after logging out the other devices. */
  async #handleLogout(): Promise<void> {
    this.#retryDelay = PAUSES.at(-1) ?? 0;
    const me = await whoAmI().catch(() => undefined);
    if (this.#ended || me === undefined) return;
    if (me) this.#reconnectNow();
    else this.#end({ code: 'no-identity', text: 'this device was logged out' });
  }

  #end(fault: Fault): void {
    this.close();
    this.listener.connection('ended');
    this.listener.refused(fault);
  }

  #handleClose(socket: WebSocket): void {
    if (this.#ended || socket !== this.#socket) return;
    this.#socket = null;
    this.listener.connection('reconnecting');
    const usual = PAUSES[Math.min(this.#tries++, PAUSES.length - 1)] ?? 0;
    // Jitter: not all clients of a server reconnect at once.
    this.#retry = setTimeout(() => this.#connect(), (this.#retryDelay ?? usual) * (1 + Math.random() / 4));
    this.#retryDelay = null;
  }

  /** Checks whether the peer is alive. */
  #checkPeer(): void {
    if (!this.#socket) return;
    const silence = Date.now() - this.#lastReceived;
    const patience = this.#waiting.size || !this.#welcomedByServer ? PATIENCE.waiting : PATIENCE.idle;
    if (silence > patience.gone) this.reconnect();
    else if (silence > patience.ask && !this.#pinged) {
      this.#pinged = true;
      this.send({ do: 'ping', id: 'there' });
    }
  }

  /** Reconnects at once when the network is back or the page becomes visible. */
  readonly #reconnectNow = (): void => {
    if (this.#ended || document.hidden) return;
    this.#tries = 0;
    if (!this.#socket) this.#connect();
    else if (this.#welcomedByServer) this.send({ do: 'ping', id: 'there' });
  };

  /** Sends a message without waiting for an acknowledgement. */
  send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Sends a message and waits until the server has stored it, across reconnections. */
  sendReliably(message: MessageBody): Promise<number> {
    const withId = { ...message, id: `${this.#prefix}-${++this.#count}` };
    this.#outbox.put(withId);
    if (this.#waiting.size === 0) this.#lastReceived = Date.now();
    return new Promise((resolve, reject) => {
      this.#waiting.set(withId.id, { resolve, reject });
      if (this.#welcomedByServer) this.send(withId);
    });
  }

  /** Reconnects: in another language, or with another identity. */
  reconnect(): void {
    const socket = this.#socket;
    socket?.close();
    // A socket without a peer takes time to close.
    if (socket) this.#handleClose(socket);
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#retry);
    clearInterval(this.#watch);
    removeEventListener('online', this.#reconnectNow);
    document.removeEventListener('visibilitychange', this.#reconnectNow);
    this.#socket?.close();
  }
}
