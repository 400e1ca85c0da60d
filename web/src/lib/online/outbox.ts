// The messages to a table that the server has not acknowledged. The tab stores each one until the server acknowledges it, so that a lost
// connection, a reload or a crash loses no message. Each message has an idempotency key, so the server applies it only once.
import type { ClientMessage } from '../protocol';

/** A message that the server answers with `done` or `error`. */
export type PendingMessage = Extract<ClientMessage, { id: string }>;
type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function tabStorage(): KeyValueStorage | null {
  try {
    return sessionStorage;
  } catch {
    return null; // The browser forbids storage: a reload loses unacknowledged messages.
  }
}

function parse(stored: string | null): PendingMessage[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(list)
      ? list.filter((m: Partial<PendingMessage> | null): m is PendingMessage => typeof m?.id === 'string' && typeof m.do === 'string')
      : [];
  } catch {
    return [];
  }
}

/** The unacknowledged messages of one table, oldest first. */
export class Outbox {
  readonly #key: string;
  #messages: PendingMessage[];

  constructor(
    table: string,
    readonly storage: KeyValueStorage | null = tabStorage(),
  ) {
    this.#key = `orrery.unanswered.${table}`;
    this.#messages = parse(storage?.getItem(this.#key) ?? null);
  }

  get messages(): readonly PendingMessage[] {
    return this.#messages;
  }

  put(message: PendingMessage): void {
    this.#messages = [...this.#messages, message];
    this.#save();
  }

  remove(id: string): void {
    if (!this.#messages.some((m) => m.id === id)) return;
    this.#messages = this.#messages.filter((m) => m.id !== id);
    this.#save();
  }

  #save(): void {
    try {
      if (this.#messages.length) this.storage?.setItem(this.#key, JSON.stringify(this.#messages));
      else this.storage?.removeItem(this.#key);
    } catch {
      // The browser forbids storage.
    }
  }
}
