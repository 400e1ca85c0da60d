// A connection to a table. It opens a new socket when the old one fails or the server is silent for too long,
// and resends unacknowledged messages with the same id.
import { PROTOCOL, type ClientMessage, type Fault, type ServerMessage } from '../protocol';
import { whoAmI } from './api';
import { Outbox, type PendingMessage } from './outbox';

type WithoutId<T> = T extends { id: string } ? Omit<T, 'id'> : never;
/** A message without its id. */
export type MessageBody = WithoutId<PendingMessage>;

/** The promise of a message that the server has not acknowledged. */
interface PendingPromise {
  resolve(version: number): void;
  reject(fault: Fault): void;
}

/** The state of the connection; `ended` means that it will not be reopened. */
export type Connection = 'connected' | 'reconnecting' | 'ended';

/** The callbacks of a connection. */
export interface SocketListener {
  received(message: ServerMessage): void;
  connection(state: Connection): void;
  /** Called if the table is unavailable, because it does not exist, is private, or was closed. */
  refused(fault: Fault): void;
  /** Called if the server refused a message that was sent before a reload. */
  tooLate(message: PendingMessage, fault: Fault): void;
  /** Returns the last version that was received, if any. */
  since(): number | undefined;
  /** Returns the hash of the table's custom deck, or an empty string; the server sends the deck only if it is unknown. */
  deck(): string;
}

/** Delays between reconnection attempts, in milliseconds. */
const RETRY_DELAYS = [200, 500, 1000, 2000, 4000, 8000];
/**
 * Silence of the server after which the client sends a ping, and after which it reconnects, in milliseconds; shorter while it waits for an
 * answer.
 */
const SILENCE_LIMITS = { waiting: { ping: 4_000, reconnect: 9_000 }, idle: { ping: 20_000, reconnect: 32_000 } };
/** Delays before each check, after a logout, whether the client still has an identity, in milliseconds. */
const LOGOUT_CHECK_DELAYS = [0, 1_000, 3_000];
/** Delay before this check is repeated after a failed request, in milliseconds. */
const FAILED_CHECK_DELAY = 8_000;
/** Error codes of rejections after which reconnecting makes sense. */
const TRANSIENT = new Set<Fault['code']>(['busy', 'store', 'too-many', 'internal']);

/** A connection to one table. */
export class Socket {
  #socket: WebSocket | null = null;
  readonly #pending = new Map<string, PendingPromise>();
  readonly #outbox: Outbox;
  #welcomedByServer = false;
  #attempts = 0;
  #retryDelay: number | null = null;
  #ended = false;
  /** Whether the client is checking its identity after a logout; it does not reconnect before it knows. */
  #checksIdentity = false;
  #lastNumber = 0;
  #lastReceived = 0;
  #pinged = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  readonly #silenceTimer: ReturnType<typeof setInterval>;
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
    this.#silenceTimer = setInterval(() => this.#checkServer(), 1_000);
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
    else if (message.type === 'done') this.#complete(message.id, (pending) => pending.resolve(message.version));
    else if (message.type === 'error') return this.#refused(message);
    else if (message.type === 'closing') this.#handleClosing(message);
    this.listener.received(message);
  }

  #welcomed(): void {
    this.#welcomedByServer = true;
    this.#attempts = 0;
    this.listener.connection('connected');
    for (const message of this.#outbox.messages) this.send(message);
  }

  #refused(message: Extract<ServerMessage, { type: 'error' }>): void {
    if (message.id) return this.#complete(message.id, (pending) => pending.reject(message.error), message.error);
    if (this.#welcomedByServer) return this.listener.received(message);
    // The server rejected the connection, not a message.
    this.#retryDelay = message.error.retry_ms ?? null;
    if (TRANSIENT.has(message.error.code)) return this.reconnect();
    this.#end(message.error);
  }

  #complete(id: string, settle: (pending: PendingPromise) => void, fault?: Fault): void {
    const [pending, message] = [this.#pending.get(id), this.#outbox.messages.find((m) => m.id === id)];
    this.#pending.delete(id);
    this.#outbox.remove(id);
    if (pending) settle(pending);
    else if (fault && message) this.listener.tooLate(message, fault);
  }

  #handleClosing({ why, retry_ms }: Extract<ServerMessage, { type: 'closing' }>): void {
    this.#retryDelay = retry_ms;
    if (why === 'gone') this.#end({ code: 'no-table', text: 'this table was closed' });
    if (why === 'logged-out') void this.#handleLogout();
    if (why === 'abuse') this.#end({ code: 'too-many', text: 'the server has closed this connection' });
  }

  /** After a logout, reconnects if this browser still has an identity, for example because the user logged out all other devices. */
  async #handleLogout(): Promise<void> {
    clearTimeout(this.#retry);
    this.#checksIdentity = true;
    const hasIdentity = await this.#hasIdentity();
    this.#checksIdentity = false;
    if (this.#ended) return;
    this.#attempts = 0;
    if (!hasIdentity) this.#end({ code: 'no-identity', text: 'this device was logged out' });
    else if (!this.#socket) this.#connect();
  }

  /**
   * Returns whether this browser has an identity. It asks several times, because the response with the new cookie may arrive in another tab
   * after the notice of the logout, and again if a request fails.
   */
  async #hasIdentity(): Promise<boolean> {
    const delays = [...LOGOUT_CHECK_DELAYS];
    for (let delay = delays.shift(); delay !== undefined; delay = delays.shift()) {
      await new Promise((resolve) => setTimeout(resolve, delay));
      if (this.#ended) return false;
      const me = await whoAmI().catch(() => undefined);
      if (me) return true;
      if (me === undefined) delays.unshift(FAILED_CHECK_DELAY);
    }
    return false;
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
    if (this.#checksIdentity) return;
    const defaultDelay = RETRY_DELAYS[Math.min(this.#attempts++, RETRY_DELAYS.length - 1)] ?? 0;
    // Add jitter, so that clients do not all reconnect at once.
    this.#retry = setTimeout(() => this.#connect(), (this.#retryDelay ?? defaultDelay) * (1 + Math.random() / 4));
    this.#retryDelay = null;
  }

  /** Sends a ping or reconnects if the server has been silent for too long. */
  #checkServer(): void {
    if (!this.#socket) return;
    const silence = Date.now() - this.#lastReceived;
    const limits = this.#pending.size || !this.#welcomedByServer ? SILENCE_LIMITS.waiting : SILENCE_LIMITS.idle;
    if (silence > limits.reconnect) this.reconnect();
    else if (silence > limits.ping && !this.#pinged) {
      this.#pinged = true;
      this.send({ do: 'ping', id: 'there' });
    }
  }

  /** Reconnects at once when the network is available again or the page becomes visible. */
  readonly #reconnectNow = (): void => {
    if (this.#ended || this.#checksIdentity || document.hidden) return;
    this.#attempts = 0;
    if (!this.#socket) this.#connect();
    else if (this.#welcomedByServer) this.send({ do: 'ping', id: 'there' });
  };

  /** Sends a message without waiting for an acknowledgement. */
  send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Sends a message and waits until the server has stored it, across reconnections. */
  sendReliably(message: MessageBody): Promise<number> {
    const withId = { ...message, id: `${this.#prefix}-${++this.#lastNumber}` };
    this.#outbox.put(withId);
    if (this.#pending.size === 0) this.#lastReceived = Date.now();
    return new Promise((resolve, reject) => {
      this.#pending.set(withId.id, { resolve, reject });
      if (this.#welcomedByServer) this.send(withId);
    });
  }

  /** Closes the socket and opens a new one. */
  reconnect(): void {
    const socket = this.#socket;
    socket?.close();
    // Do not wait for the close event: it is late if the server does not answer.
    if (socket) this.#handleClose(socket);
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#retry);
    clearInterval(this.#silenceTimer);
    removeEventListener('online', this.#reconnectNow);
    document.removeEventListener('visibilitychange', this.#reconnectNow);
    this.#socket?.close();
  }
}
