// A player's contribution to the dice, and the dice receipt. The receipt contains the values that were fixed before the game: the server's
// commitment, the player's random bytes and the hashes of all contributions. The browser stores a receipt per table, to verify the dice
// after the game. See docs/FAIR-DICE.md.
import type { Draw, Rekeyed, Seat, Sit, Table } from '../protocol';

/** The receipt data that this browser has stored for a table. */
export interface ReceiptData {
  seat: Seat;
  commitment: string;
  /** All contributions that this browser has generated for the table. */
  made: { hash: string; entropy: string }[];
  /** The commitment and hashes at the time when this browser revealed its contribution; null if it has not. */
  revealed: { hash: string; commitment: string; fixed: [Seat, string][] } | null;
  rekeyed: Rekeyed[];
  /** The number of draws that were aborted after this browser had revealed its contribution. */
  aborted: number;
}

/** The functions that a contribution needs: requests to the server, and the hash function. */
export interface DiceApi {
  readonly hash: (entropy: string) => Promise<string>;
  readonly sit: (seat: Seat, who: Sit) => Promise<Table>;
  readonly reveal: (entropy: string) => Promise<Table>;
}

/** Time to wait until the server confirms a change that this browser sent, in milliseconds; then the browser retries. */
const RETRY_DELAY_MS = 2_000;
/** Maximum number of attempts to reveal a contribution. */
const MAX_ATTEMPTS = 5;

const KEY = 'orrery.dice.';
/** Replaces the browser's storage if it is forbidden; its contents are lost when the page is closed. */
const memoryStorage = new Map<string, string>();

function readReceipt(table: string): ReceiptData | null {
  try {
    const text = memoryStorage.get(table) ?? localStorage.getItem(KEY + table);
    return text ? (JSON.parse(text) as ReceiptData) : null;
  } catch {
    return null;
  }
}

function storeReceipt(table: string, receipt: ReceiptData): void {
  const text = JSON.stringify(receipt);
  try {
    localStorage.setItem(KEY + table, text);
    memoryStorage.delete(table);
  } catch {
    memoryStorage.set(table, text);
  }
}

/** Returns 128 random bits in hexadecimal digits. */
function randomBytes(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');
}

/**
 * Generates and stores a contribution; returns the request to sit down with its hash. If the hash cannot be computed, the request contains
 * the contribution itself.
 */
export async function newContribution(table: string, seat: Seat, hashOf: DiceApi['hash']): Promise<Sit> {
  const entropy = randomBytes();
  const hash = await hashOf(entropy).catch(() => null);
  if (hash === null) return { kind: 'me', entropy };
  const receipt = readReceipt(table) ?? { seat, commitment: '', made: [], revealed: null, rekeyed: [], aborted: 0 };
  storeReceipt(table, { ...receipt, seat, made: [...receipt.made, { hash, entropy }] });
  return { kind: 'me', entropy_hash: hash };
}

/** Returns the receipt of a table as text; null if this browser had no seat there. */
export function receiptOf(table: string): string | null {
  const receipt = readReceipt(table);
  if (!receipt?.commitment) return null;
  const { seat, revealed, rekeyed, aborted } = receipt;
  const entropy = receipt.made.find((made) => made.hash === revealed?.hash)?.entropy;
  const lines = [
    'orrery dice receipt 1',
    `table ${table}`,
    `seat ${seat}`,
    `commit ${revealed?.commitment ?? receipt.commitment}`,
    ...(revealed && entropy ? [`entropy ${entropy}`, ...revealed.fixed.map(([owner, hash]) => `hash ${owner} ${hash}`)] : []),
    ...rekeyed.map(({ from, commitment }) => `rekey ${from} ${commitment}`),
    ...(aborted ? [`aborted ${aborted}`] : []),
  ];
  return lines.join('\n') + '\n';
}

/** Contributes to the dice of a table on the user's behalf, and stores the receipt. */
export class Contributor {
  #last: Table | null = null;
  #work: Promise<void> = Promise.resolve();
  #sentAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    readonly table: string,
    readonly api: DiceApi,
  ) {}

  /** Handles a change of the table. It handles one change at a time and skips outdated ones. */
  tableChanged(table: Table): Promise<void> {
    this.#last = table;
    this.#work = this.#work.then(async () => {
      if (table === this.#last && !this.#closed) await this.#check(table).catch(() => this.#checkLater());
    });
    return this.#work;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Checks the table again after the retry delay. */
  #checkLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void (this.#last && this.tableChanged(this.#last)), RETRY_DELAY_MS);
  }

  async #check(table: Table): Promise<void> {
    const seat = table.you.seat;
    if (!seat) return;
    if (table.stage === 'open') await this.#updateReceipt(table, seat);
    else if (table.stage === 'playing') this.#storeRekeyed(table.rekeyed ?? []);
  }

  async #updateReceipt(table: Table, seat: Seat): Promise<void> {
    const own = table.seats.find((s) => s.seat === seat);
    const receipt = this.#storeCommitment(table, seat, own?.entropy_hash);
    if (table.draw) return this.#revealInDraw(table, seat, table.draw, receipt);
    // In a rematch and after an aborted draw, all players contribute again.
    if (!own?.entropy && !own?.entropy_hash) await this.#contribute(seat);
  }

  /** Stores the server's commitment, and counts a draw as aborted if the hash of the user's seat has changed. */
  #storeCommitment(table: Table, seat: Seat, hash: string | undefined): ReceiptData {
    const receipt = readReceipt(this.table) ?? { seat, commitment: '', made: [], revealed: null, rekeyed: [], aborted: 0 };
    const isAborted = receipt.revealed !== null && receipt.revealed.hash !== hash;
    const next = {
      ...receipt,
      seat,
      commitment: table.commitment,
      revealed: isAborted ? null : receipt.revealed,
      aborted: receipt.aborted + (isAborted ? 1 : 0),
    };
    storeReceipt(this.table, next);
    return next;
  }

  async #contribute(seat: Seat): Promise<void> {
    if (Date.now() - this.#sentAt < RETRY_DELAY_MS) {
      this.#checkLater();
      return;
    }
    this.#sentAt = Date.now();
    await this.api.sit(seat, await newContribution(this.table, seat, this.api.hash));
  }

  /** Reveals the contribution of this browser in the draw, after it has stored all hashes. */
  async #revealInDraw(table: Table, seat: Seat, draw: Draw, receipt: ReceiptData): Promise<void> {
    const mine = draw.fixed.find((f) => f.seat === seat);
    if (!mine || !draw.waiting.includes(seat)) return;
    const made = receipt.made.find((m) => m.hash === mine.hash);
    // Another device of this player made this contribution. Give that device time to reveal it.
    if (!made) return void setTimeout(() => void this.#replace(seat, mine.hash), RETRY_DELAY_MS);
    const fixed = draw.fixed.map((f): [Seat, string] => [f.seat, f.hash]);
    const revealed = { hash: made.hash, commitment: table.commitment, fixed };
    // A revealed contribution is public. If the hashes or the commitment differ now, generate a new one.
    if (receipt.revealed && JSON.stringify(receipt.revealed) !== JSON.stringify(revealed)) return this.#contribute(seat);
    storeReceipt(this.table, { ...receipt, revealed });
    await this.#reveal(made.entropy);
  }

  /** Contributes again if the server still waits for a contribution that another device made. */
  async #replace(seat: Seat, hash: string): Promise<void> {
    const draw = this.#last?.draw;
    const waits = draw?.waiting.includes(seat) && draw.fixed.some((f) => f.seat === seat && f.hash === hash);
    if (waits && !this.#closed) await this.#contribute(seat).catch(() => undefined);
  }

  async #reveal(entropy: string, attempts = MAX_ATTEMPTS): Promise<void> {
    try {
      await this.api.reveal(entropy);
    } catch {
      if (attempts <= 1 || this.#closed) return;
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS / 4));
      await this.#reveal(entropy, attempts - 1);
    }
  }

  /** Stores the new commitments that the server announced during the game (re-keying). */
  #storeRekeyed(announced: Rekeyed[]): void {
    const receipt = readReceipt(this.table);
    if (!receipt || announced.length <= receipt.rekeyed.length) return;
    storeReceipt(this.table, { ...receipt, rekeyed: [...receipt.rekeyed, ...announced.slice(receipt.rekeyed.length)] });
  }
}
