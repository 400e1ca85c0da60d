/** The store of the games on this device, in IndexedDB. */

import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { SavedGame } from './asks';
import { TableFault } from './fault';
import type { Plan } from './plan';

/** The properties that a list shows without opening the game. */
export interface Summary {
  edition: string;
  names: string[];
  points: number[];
  /** The planets that lie face up, if any. */
  row: (string | null)[];
  turn: number;
  over: boolean;
  /** Whether the game waits for a person at this device. */
  yours: boolean;
}

/** The point of a game at which a branch begins. */
export interface BranchPoint {
  /** The game. */
  game: string;
  /** The number of its steps before the branch. */
  step: number;
  /** The number of steps before the branch in the branch's own record; 0 if that record starts with a set-up. */
  from: number;
}

/** A stored game. */
export interface StoredGame {
  id: string;
  /** When the game started, in milliseconds since 1970. */
  created: number;
  /** When the game last changed, in milliseconds since 1970. */
  changed: number;
  plan: Plan;
  saved: SavedGame;
  summary: Summary;
  /** For a branch: where it begins. */
  origin?: BranchPoint;
}

interface Schema extends DBSchema {
  games: { key: string; value: StoredGame; indexes: { changed: number } };
}

/** The store of the games on this device. */
export class GameStore {
  #database: Promise<IDBPDatabase<Schema>> | null = null;
  readonly #name: string;

  constructor(name = 'orrery') {
    this.#name = name;
  }

  /** Stores a game, replacing its previous version. */
  put(game: StoredGame): Promise<void> {
    return this.#with(async (database) => {
      const writing = database.transaction('games', 'readwrite', { durability: 'relaxed' });
      const put = writing.store.put(game);
      // Commit at once instead of after the success event of `put`. This halves the time, and the browser does not roll back the write if
      // the page is closed.
      writing.commit();
      await Promise.all([put, writing.done]);
    });
  }

  /** Reads a game; throws a fault if this device does not have it. */
  async get(id: string): Promise<StoredGame> {
    const found = await this.#with((database) => database.get('games', id));
    if (!found) throw new TableFault({ code: 'no-game', text: `there is no game ${id} on this device` });
    return found;
  }

  /** Lists all games, last changed first. */
  async list(): Promise<StoredGame[]> {
    const all = await this.#with((database) => database.getAllFromIndex('games', 'changed'));
    return all.reverse();
  }

  /** Deletes a game. */
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
      // Another page wants to upgrade the database. Close this connection, because it would block the upgrade.
      blocking: (_old, _new, event) => (event.target as IDBDatabase).close(),
      terminated: () => (this.#database = null),
    });
  }
}
