// Unacknowledged messages to a table. The tab stores them until the server acknowledges them, so that
// a lost connection, a reload or a crash loses no click. Each has an idempotency key, so the server
// applies it once.
import type { ClientMessage } from '../protocol';

/** A message that the server answers with `done` or `error`. */
export type PendingMessage = Extract<ClientMessage, { id: string }>;
type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function ofTab(): KeyValueStorage | null {
  try {
    return sessionStorage;
  } catch {
    return null; // The browser may forbid storage; then a reload loses unacknowledged messages.
  }
}

function read(stored: string | null): PendingMessage[] {
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
    readonly storage: KeyValueStorage | null = ofTab(),
  ) {
    this.#key = `orrery.unanswered.${table}`;
    this.#messages = read(storage?.getItem(this.#key) ?? null);
  }

  get all(): readonly PendingMessage[] {
    return this.#messages;
  }

  put(message: PendingMessage): void {
    this.#messages = [...this.#messages, message];
    this.#keep();
  }

  remove(id: string): void {
    if (!this.#messages.some((m) => m.id === id)) return;
    this.#messages = this.#messages.filter((m) => m.id !== id);
    this.#keep();
  }

  #keep(): void {
    try {
      if (this.#messages.length) this.storage?.setItem(this.#key, JSON.stringify(this.#messages));
      else this.storage?.removeItem(this.#key);
    } catch {
      // Storage is forbidden, see above.
    }
  }
}
