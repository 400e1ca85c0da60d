/** Games on this device, in IndexedDB. */

import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Saved } from './asks';
import { TableFault } from './fault';
import type { Plan } from './plan';

/** What a list shows of a game without opening it. */
export interface Summary {
  edition: string;
  names: string[];
  points: number[];
  /** The planets face up, as far as there are any. */
  row: (string | null)[];
  turn: number;
  over: boolean;
  /** Whether a person is asked. */
  yours: boolean;
}

/** A game in the drawer. */
export interface Kept {
  id: string;
  /** When it began and when it last changed, in milliseconds since 1970. */
  created: number;
  changed: number;
  plan: Plan;
  saved: Saved;
  summary: Summary;
}

interface Schema extends DBSchema {
  games: { key: string; value: Kept; indexes: { changed: number } };
}

/** The games of this device. */
export class Drawer {
  #database: Promise<IDBPDatabase<Schema>> | null = null;
  readonly #name: string;

  constructor(name = 'orrery') {
    this.#name = name;
  }

  /** Keeps a game, in place of what was kept of it. */
  put(game: Kept): Promise<void> {
    return this.#with(async (database) => {
      const writing = database.transaction('games', 'readwrite', { durability: 'relaxed' });
      const put = writing.store.put(game);
      // At once, not when the page has heard of the put: half the time, and a page that is left now
      // does not take it back.
      writing.commit();
      await Promise.all([put, writing.done]);
    });
  }

  /** A game. */
  async get(id: string): Promise<Kept> {
    const found = await this.#with((database) => database.get('games', id));
    if (!found) throw new TableFault({ code: 'no-game', text: `there is no game ${id} on this device` });
    return found;
  }

  /** All games, those that changed last first. */
  async list(): Promise<Kept[]> {
    const all = await this.#with((database) => database.getAllFromIndex('games', 'changed'));
    return all.reverse();
  }

  /** Throws a game away. */
  remove(id: string): Promise<void> {
    return this.#with((database) => database.delete('games', id));
  }

  async #with<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    try {
      return await work(await (this.#database ??= this.#open()));
    } catch (error) {
      this.#database = null;
      throw TableFault.of(error, 'no-storage');
    }
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    return openDB<Schema>(this.#name, 1, {
      upgrade(database) {
        database.createObjectStore('games', { keyPath: 'id' }).createIndex('changed', 'changed');
      },
      // Another page wants a newer form of the database: it must not have to wait for us.
      blocking: (_old, _new, event) => (event.target as IDBDatabase).close(),
      terminated: () => (this.#database = null),
    });
  }
}
