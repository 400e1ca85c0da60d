// Unacknowledged messages to a table. The tab stores them until the server acknowledges them, so that
// a lost connection, a reload or a crash loses no click. Each has an idempotency key, so the server
// applies it once.
import type { ClientMessage } from '../protocol';

/** A message that the server answers with `done` or `error`. */
export type Asking = Extract<ClientMessage, { id: string }>;
type Drawer = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function ofTab(): Drawer | null {
  try {
    return sessionStorage;
  } catch {
    return null; // The browser may forbid storage; then a reload loses unacknowledged messages.
  }
}

function read(stored: string | null): Asking[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(list)
      ? list.filter((m: Partial<Asking> | null): m is Asking => typeof m?.id === 'string' && typeof m.do === 'string')
      : [];
  } catch {
    return [];
  }
}

/** The unacknowledged messages of one table, oldest first. */
export class Outbox {
  readonly #key: string;
  #messages: Asking[];

  constructor(
    table: string,
    readonly drawer: Drawer | null = ofTab(),
  ) {
    this.#key = `orrery.unanswered.${table}`;
    this.#messages = read(drawer?.getItem(this.#key) ?? null);
  }

  get all(): readonly Asking[] {
    return this.#messages;
  }

  put(message: Asking): void {
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
      if (this.#messages.length) this.drawer?.setItem(this.#key, JSON.stringify(this.#messages));
      else this.drawer?.removeItem(this.#key);
    } catch {
      // Storage is forbidden, see above.
    }
  }
}
