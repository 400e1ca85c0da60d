// A player's contribution to the dice, and the dice receipt, which proves what was fixed before the game. It
// holds the server's commitment, the player's random bytes and the hashes of all contributions.
// The browser stores a receipt per table, to verify the dice after the game. See docs/FAIR-DICE.md.
import type { Draw, Rekeyed, Seat, Sit, Table } from '../protocol';

/** The receipt data that this browser has stored for a table. */
export interface ReceiptData {
  seat: Seat;
  commitment: string;
  /** All contributions that this browser has drawn for the table. */
  made: { hash: string; entropy: string }[];
  /** The commitment and hashes at the time this browser revealed its contribution. */
  revealed: { hash: string; commitment: string; fixed: [Seat, string][] } | null;
  rekeyed: Rekeyed[];
  /** The number of draws aborted after this browser revealed its contribution. */
  aborted: number;
}

/** The requests to the server, and the hash function. */
export interface Ways {
  readonly hash: (entropy: string) => Promise<string>;
  readonly sit: (seat: Seat, who: Sit) => Promise<Table>;
  readonly reveal: (entropy: string) => Promise<Table>;
}

/** Time for the server to report a change that this browser sent, in milliseconds; then the browser sends it again. */
const PAUSE = 2_000;
/** Maximum number of attempts to reveal a contribution. */
const TRIES = 5;

const KEY = 'orrery.dice.';
/** Replaces the storage if the browser forbids it. The data is lost when the page is closed. */
const unstored = new Map<string, string>();

function stored(table: string): ReceiptData | null {
  try {
    const text = unstored.get(table) ?? localStorage.getItem(KEY + table);
    return text ? (JSON.parse(text) as ReceiptData) : null;
  } catch {
    return null;
  }
}

function store(table: string, noted: ReceiptData): void {
  const text = JSON.stringify(noted);
  try {
    localStorage.setItem(KEY + table, text);
    unstored.delete(table);
  } catch {
    unstored.set(table, text);
  }
}

/** Returns 128 random bits as hexadecimal digits. */
function randomBytes(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');
}

/** Draws and stores a contribution. Returns its hash for sitting down, or the contribution where no hash can be computed. */
export async function contribution(table: string, seat: Seat, hashOf: Ways['hash']): Promise<Sit> {
  const entropy = randomBytes();
  const hash = await hashOf(entropy).catch(() => null);
  if (hash === null) return { kind: 'me', entropy };
  const noted = stored(table) ?? { seat, commitment: '', made: [], revealed: null, rekeyed: [], aborted: 0 };
  store(table, { ...noted, seat, made: [...noted.made, { hash, entropy }] });
  return { kind: 'me', entropy_hash: hash };
}

/** Returns the receipt of a table as text; null if this browser had no seat there. */
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

/** Contributes to the dice of a table on behalf of this browser, and stores the receipt. */
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

  /** Handles a change of the table. It handles changes in order and skips all but the newest. */
  tableChanged(table: Table): Promise<void> {
    this.#last = table;
    this.#work = this.#work.then(async () => {
      if (table === this.#last && !this.#closed) await this.#check(table).catch(() => this.#later());
    });
    return this.#work;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Checks the table again when the server should have reported the change that this browser sent. */
  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void (this.#last && this.tableChanged(this.#last)), PAUSE);
  }

  async #check(table: Table): Promise<void> {
    const seat = table.you.seat;
    if (!seat) return;
    if (table.stage === 'open') await this.#updateReceipt(table, seat);
    else if (table.stage === 'playing') this.#noteRekeyed(table.rekeyed ?? []);
  }

  async #updateReceipt(table: Table, seat: Seat): Promise<void> {
    const own = table.seats.find((s) => s.seat === seat);
    const noted = this.#note(table, seat, own?.entropy_hash);
    if (table.draw) return this.#draw(table, seat, table.draw, noted);
    // In a rematch, and after an aborted draw, everyone contributes again.
    if (!own?.entropy && !own?.entropy_hash) await this.#contribute(seat);
  }

  /** Stores the commitment before the game, and counts aborted draws. */
  #note(table: Table, seat: Seat, hash: string | undefined): ReceiptData {
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

  async #draw(table: Table, seat: Seat, draw: Draw, noted: ReceiptData): Promise<void> {
    const mine = draw.fixed.find((f) => f.seat === seat);
    if (!mine || !draw.waiting.includes(seat)) return;
    const made = noted.made.find((m) => m.hash === mine.hash);
    // The hash belongs to another device of this player. That device gets some time to reveal the contribution.
    if (!made) return void setTimeout(() => void this.#replace(seat, mine.hash), PAUSE);
    const fixed = draw.fixed.map((f): [Seat, string] => [f.seat, f.hash]);
    const revealed = { hash: made.hash, commitment: table.commitment, fixed };
    // A contribution revealed for one set of hashes is public and must not be used for another.
    if (noted.revealed && JSON.stringify(noted.revealed) !== JSON.stringify(revealed)) return this.#contribute(seat);
    store(this.table, { ...noted, revealed });
    await this.#reveal(made.entropy);
  }

  /** Contributes again if the server still waits for a contribution that this browser does not know. */
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

  /** Stores the new commitments that the server announces during the game. */
  #noteRekeyed(announced: Rekeyed[]): void {
    const noted = stored(this.table);
    if (!noted || announced.length <= noted.rekeyed.length) return;
    store(this.table, { ...noted, rekeyed: [...noted.rekeyed, ...announced.slice(noted.rekeyed.length)] });
  }
}
