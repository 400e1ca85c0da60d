// A player's contribution to the dice, and the receipt of what was fixed before the game: the
// dealer's commitment, one's own random bytes, the hashes of all contributions. It is kept in the
// browser's storage, per table, and proves the dice after the game. See docs/FAIR-DICE.md.
import type { Draw, Rekeyed, Seat, Sit, Table } from '../protocol';

/** What this browser has noted of a table. */
export interface Noted {
  seat: Seat;
  commitment: string;
  /** All contributions that this browser has drawn for the table. */
  made: { hash: string; entropy: string }[];
  /** What was fixed when this browser revealed its contribution. */
  revealed: { hash: string; commitment: string; fixed: [Seat, string][] } | null;
  rekeyed: Rekeyed[];
  /** How many draws were aborted after this browser had revealed its contribution. */
  aborted: number;
}

/** The server, and whoever computes hashes. */
export interface Ways {
  readonly hash: (entropy: string) => Promise<string>;
  readonly sit: (seat: Seat, who: Sit) => Promise<Table>;
  readonly reveal: (entropy: string) => Promise<Table>;
}

/** How long a change of one's own may be on its way, in milliseconds; also until it is tried again. */
const PAUSE = 2_000;
/** How often a contribution is revealed before the page gives up. */
const TRIES = 5;

const KEY = 'orrery.dice.';
/** Where the browser forbids storage, it is kept as long as the page is open. */
const unstored = new Map<string, string>();

function stored(table: string): Noted | null {
  try {
    const text = unstored.get(table) ?? localStorage.getItem(KEY + table);
    return text ? (JSON.parse(text) as Noted) : null;
  } catch {
    return null;
  }
}

function store(table: string, noted: Noted): void {
  const text = JSON.stringify(noted);
  try {
    localStorage.setItem(KEY + table, text);
    unstored.delete(table);
  } catch {
    unstored.set(table, text);
  }
}

/** Random bytes as hexadecimal digits: 128 bits, which nobody can guess. */
function randomBytes(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');
}

/** Draws a contribution and keeps it. What to send when sitting down: its hash, or itself where no hash can be computed. */
export async function contribution(table: string, seat: Seat, hashOf: Ways['hash']): Promise<Sit> {
  const entropy = randomBytes();
  const hash = await hashOf(entropy).catch(() => null);
  if (hash === null) return { kind: 'me', entropy };
  const noted = stored(table) ?? { seat, commitment: '', made: [], revealed: null, rekeyed: [], aborted: 0 };
  store(table, { ...noted, seat, made: [...noted.made, { hash, entropy }] });
  return { kind: 'me', entropy_hash: hash };
}

/** The receipt of a table as a text that can be kept; null if this browser has not sat there. */
export function receiptOf(table: string): string | null {
  const noted = stored(table);
  if (!noted?.commitment) return null;
  const { seat, revealed, rekeyed, aborted } = noted;
  const entropy = noted.made.find((made) => made.hash === revealed?.hash)?.entropy;
  const lines = [
    'orrery dice receipt 1',
    `table ${table}`,
    `seat ${seat}`,
    `commit ${revealed?.commitment ?? noted.commitment}`,
    ...(revealed && entropy ? [`entropy ${entropy}`, ...revealed.fixed.map(([whose, hash]) => `hash ${whose} ${hash}`)] : []),
    ...rekeyed.map(({ from, commitment }) => `rekey ${from} ${commitment}`),
    ...(aborted ? [`aborted ${aborted}`] : []),
  ];
  return lines.join('\n') + '\n';
}

/** Sees to it that this browser contributes to the dice of a table, and notes what is fixed. */
export class Contributor {
  #last: Table | null = null;
  #work: Promise<void> = Promise.resolve();
  #sentAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    readonly table: string,
    readonly ways: Ways,
  ) {}

  /** The table has changed. Tables are looked at one after the other; only the newest counts. */
  heard(table: Table): Promise<void> {
    this.#last = table;
    this.#work = this.#work.then(async () => {
      if (table === this.#last && !this.#closed) await this.#look(table).catch(() => this.#later());
    });
    return this.#work;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Looks again when a change of one's own must have come back. */
  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void (this.#last && this.heard(this.#last)), PAUSE);
  }

  async #look(table: Table): Promise<void> {
    const seat = table.you.seat;
    if (!seat) return;
    if (table.stage === 'open') await this.#gather(table, seat);
    else if (table.stage === 'playing') this.#noteRekeyed(table.rekeyed ?? []);
  }

  async #gather(table: Table, seat: Seat): Promise<void> {
    const own = table.seats.find((s) => s.seat === seat);
    const noted = this.#note(table, seat, own?.entropy_hash);
    if (table.draw) return this.#draw(table, seat, table.draw, noted);
    // In a rematch, and after a draw that was aborted, everybody contributes anew.
    if (!own?.entropy && !own?.entropy_hash) await this.#contribute(seat);
  }

  /** Before the game the commitment is noted, and whether a draw was aborted. */
  #note(table: Table, seat: Seat, hash: string | undefined): Noted {
    const noted = stored(this.table) ?? { seat, commitment: '', made: [], revealed: null, rekeyed: [], aborted: 0 };
    const broken = noted.revealed !== null && noted.revealed.hash !== hash;
    const next = {
      ...noted,
      seat,
      commitment: table.commitment,
      revealed: broken ? null : noted.revealed,
      aborted: noted.aborted + (broken ? 1 : 0),
    };
    store(this.table, next);
    return next;
  }

  async #contribute(seat: Seat): Promise<void> {
    if (Date.now() - this.#sentAt < PAUSE) {
      this.#later();
      return;
    }
    this.#sentAt = Date.now();
    await this.ways.sit(seat, await contribution(this.table, seat, this.ways.hash));
  }

  async #draw(table: Table, seat: Seat, draw: Draw, noted: Noted): Promise<void> {
    const mine = draw.fixed.find((f) => f.seat === seat);
    if (!mine || !draw.waiting.includes(seat)) return;
    const made = noted.made.find((m) => m.hash === mine.hash);
    // It is of another device of this player, which has some time to reveal it.
    if (!made) return void setTimeout(() => void this.#replace(seat, mine.hash), PAUSE);
    const fixed = draw.fixed.map((f): [Seat, string] => [f.seat, f.hash]);
    const revealed = { hash: made.hash, commitment: table.commitment, fixed };
    // What was revealed for one set of contributions is known, and must not be used for another.
    if (noted.revealed && JSON.stringify(noted.revealed) !== JSON.stringify(revealed)) return this.#contribute(seat);
    store(this.table, { ...noted, revealed });
    await this.#reveal(made.entropy);
  }

  /** Contributes anew if a contribution that this browser does not know is still waited for. */
  async #replace(seat: Seat, hash: string): Promise<void> {
    const draw = this.#last?.draw;
    const waits = draw?.waiting.includes(seat) && draw.fixed.some((f) => f.seat === seat && f.hash === hash);
    if (waits && !this.#closed) await this.#contribute(seat).catch(() => undefined);
  }

  async #reveal(entropy: string, tries = TRIES): Promise<void> {
    try {
      await this.ways.reveal(entropy);
    } catch {
      if (tries <= 1 || this.#closed) return;
      await new Promise((waited) => setTimeout(waited, PAUSE / 4));
      await this.#reveal(entropy, tries - 1);
    }
  }

  /** Changes of the key that the dealer announces while the game is on. */
  #noteRekeyed(told: Rekeyed[]): void {
    const noted = stored(this.table);
    if (!noted || told.length <= noted.rekeyed.length) return;
    store(this.table, { ...noted, rekeyed: [...noted.rekeyed, ...told.slice(noted.rekeyed.length)] });
  }
}
