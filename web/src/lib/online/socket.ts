// One connection to a table that outlives its sockets: it comes back by itself, and what was not
// answered is sent again under the same id, so that no click is lost and none counts twice.
import { PROTOCOL, type ClientMessage, type Fault, type ServerMessage } from '../protocol';

/** A message that the server answers by `done` or `error`. */
type Asking = Extract<ClientMessage, { id: string }>;
type Unsigned<T> = T extends { id: string } ? Omit<T, 'id'> : never;

interface Waiting {
  message: Asking;
  resolve(version: number): void;
  reject(fault: Fault): void;
}

/** What a connection tells. */
export interface Hearer {
  heard(message: ServerMessage): void;
  connection(state: 'connected' | 'reconnecting' | 'lost'): void;
  /** The last version that was seen, if any. */
  since(): number | undefined;
  words(): 'en' | 'de';
}

const PAUSES = [300, 700, 1500, 3000, 6000];

/** A connection to one table. */
export class Socket {
  #socket: WebSocket | null = null;
  #waiting = new Map<string, Waiting>();
  #tries = 0;
  #closed = false;
  #count = 0;
  readonly #prefix = crypto.randomUUID().slice(0, 8);
  readonly #address: string;

  constructor(
    table: string,
    readonly hearer: Hearer,
  ) {
    const url = new URL(`api/tables/${encodeURIComponent(table)}/socket`, location.href.split('#')[0]);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    this.#address = url.href;
    this.#connect();
  }

  #connect(): void {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.onopen = () => this.#hello();
    socket.onmessage = ({ data }: MessageEvent<string>) => this.#hear(JSON.parse(data) as ServerMessage);
    socket.onclose = () => this.#lost();
  }

  #hello(): void {
    const since = this.hearer.since();
    this.tell({ do: 'hello', orrery: PROTOCOL, words: this.hearer.words(), ...(since === undefined ? {} : { since }) });
  }

  #hear(message: ServerMessage): void {
    if (message.type === 'welcome') {
      this.#tries = 0;
      this.hearer.connection('connected');
      for (const { message: unanswered } of this.#waiting.values()) this.tell(unanswered);
    }
    if (message.type === 'done') this.#settle(message.id, (w) => w.resolve(message.version));
    else if (message.type === 'error' && message.id) this.#settle(message.id, (w) => w.reject(message.error));
    else if (message.type === 'closing' && message.retry_ms === null) this.#closed = true;
    this.hearer.heard(message);
  }

  #settle(id: string, how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting) how(waiting);
  }

  #lost(): void {
    if (this.#closed) return this.hearer.connection('lost');
    this.hearer.connection('reconnecting');
    setTimeout(() => !this.#closed && this.#connect(), PAUSES[Math.min(this.#tries++, PAUSES.length - 1)]);
  }

  /** Sends without waiting for an answer. */
  tell(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Sends and waits until the server has it for good. */
  ask(message: Unsigned<Asking>): Promise<number> {
    const signed = { ...message, id: `${this.#prefix}-${++this.#count}` } as Asking;
    return new Promise((resolve, reject) => {
      this.#waiting.set(signed.id, { message: signed, resolve, reject });
      this.tell(signed);
    });
  }

  /** Says hello again, for example in another language. */
  again(): void {
    this.#socket?.close();
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }
}
