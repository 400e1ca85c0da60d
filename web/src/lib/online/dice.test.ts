import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Draw, Seat, Sit, Table } from '../protocol';
import { Contributor, newContribution, receiptOf, type DiceApi } from './dice';

const ID = 'abcdefghijklmnopqrst';
const COMMIT = 'c0'.repeat(32);

/** A fake server with one table. Tests can make it fail or cheat. */
class Server implements DiceApi {
  table: Table;
  /** The hashes that the page has sent in requests to sit down. */
  sentHashes: string[] = [];
  revealed: string[] = [];
  /** The number of further requests that fail. */
  failures = 0;

  constructor(hash?: string) {
    const seat = (name: Seat, entropy_hash?: string) => ({
      seat: name,
      player: null,
      entropy: null,
      ...(entropy_hash ? { entropy_hash } : {}),
    });
    this.table = {
      table: ID,
      settings: { seats: 2 },
      stage: 'open',
      seats: [seat('A', 'aa'), seat('B', hash)],
      you: { seat: 'B', host: false },
      created: 0,
      commitment: COMMIT,
      seed: null,
      version: 0,
      ended_by: null,
      outcome: null,
      rematch: null,
    };
  }

  hash = (entropy: string) => Promise.resolve(`hash-of-${entropy}`);
  sit = (_: Seat, who: Sit) => {
    this.sentHashes.push((who.kind === 'me' && who.entropy_hash) || '');
    return Promise.resolve(this.setHash(this.sentHashes.at(-1)));
  };
  reveal = (entropy: string) => {
    if (this.failures-- > 0) return Promise.reject(new Error('busy'));
    this.revealed.push(entropy);
    return Promise.resolve(this.table);
  };
  /** Sets the hash of the user's seat and the draw; returns the table. */
  setHash(hash: string | undefined, draw?: Draw): Table {
    const [a, b] = this.table.seats;
    if (!a || !b) throw new Error('two seats');
    const mine = { seat: b.seat, player: b.player, entropy: null, ...(hash ? { entropy_hash: hash } : {}) };
    const next: Table = { ...this.table, seats: [a, mine] };
    if (draw) next.draw = draw;
    else delete next.draw;
    return (this.table = next);
  }
  /** Starts the draw, in which all players reveal; returns the table. */
  startDraw(hash: string, other = 'aa'): Table {
    const fixed = [
      { seat: 'A' as const, hash: other },
      { seat: 'B' as const, hash },
    ];
    return this.setHash(hash, { fixed, waiting: ['A', 'B'] });
  }
}

/** Creates the page of a player who has sat down. */
async function seatedPlayer(): Promise<{ server: Server; page: Contributor; hash: string; entropy: string }> {
  const server = new Server();
  const who = await newContribution(ID, 'B', server.hash);
  const hash = (who.kind === 'me' && who.entropy_hash) || '';
  const page = new Contributor(ID, server);
  await page.tableChanged(server.setHash(hash));
  return { server, page, hash, entropy: hash.replace('hash-of-', '') };
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('a contribution to the dice', () => {
  test('is hashed when the player sits down, and the commitment is stored', async () => {
    const { hash, server } = await seatedPlayer();
    expect(hash).toMatch(/^hash-of-[0-9a-f]{32}$/);
    expect(receiptOf(ID)).toBe(`orrery dice receipt 1\ntable ${ID}\nseat B\ncommit ${COMMIT}\n`);
    expect(server.sentHashes).toEqual([]);
  });

  test('is sent without a hash if no hash can be computed', async () => {
    const who = await newContribution(ID, 'B', () => Promise.reject(new Error('no engine')));
    expect(who).toMatchObject({ kind: 'me', entropy: expect.stringMatching(/^[0-9a-f]{32}$/) as string });
  });

  test('is revealed in the draw, after all hashes are stored', async () => {
    const { server, page, hash, entropy } = await seatedPlayer();
    await page.tableChanged(server.startDraw(hash));
    expect(server.revealed).toEqual([entropy]);
    const lines = [
      'orrery dice receipt 1',
      `table ${ID}`,
      'seat B',
      `commit ${COMMIT}`,
      `entropy ${entropy}`,
      'hash A aa',
      `hash B ${hash}`,
    ];
    expect(receiptOf(ID)).toBe(`${lines.join('\n')}\n`);
  });

  test('survives a reload, and is revealed again for the same hashes', async () => {
    const { server, page, hash, entropy } = await seatedPlayer();
    await page.tableChanged(server.startDraw(hash));
    page.close();
    await new Contributor(ID, server).tableChanged(server.startDraw(hash));
    expect(server.revealed).toEqual([entropy, entropy]);
    expect(server.sentHashes).toEqual([]);
  });

  test('is retried when the server fails', async () => {
    const { server, page, hash, entropy } = await seatedPlayer();
    server.failures = 2;
    const done = page.tableChanged(server.startDraw(hash));
    await vi.runAllTimersAsync();
    await done;
    expect(server.revealed).toEqual([entropy]);
  });

  test('is never revealed again if the hashes or the commitment have changed', async () => {
    for (const cheat of [
      (s: Server, h: string) => s.startDraw(h, 'bb'),
      (s: Server, h: string) => ({ ...s.startDraw(h), commitment: 'dd'.repeat(32) }),
    ]) {
      localStorage.clear();
      const { server, page, hash, entropy } = await seatedPlayer();
      await page.tableChanged(server.startDraw(hash));
      await page.tableChanged(cheat(server, hash));
      expect(server.revealed).toEqual([entropy]);
      expect(server.sentHashes).toHaveLength(1);
      expect(server.sentHashes).not.toContain(hash);
    }
  });

  test('is generated again after an aborted draw, which the receipt counts', async () => {
    const { server, page, hash } = await seatedPlayer();
    await page.tableChanged(server.startDraw(hash));
    await page.tableChanged(server.setHash(undefined));
    expect(server.sentHashes).toHaveLength(1);
    expect(receiptOf(ID)).toBe(`orrery dice receipt 1\ntable ${ID}\nseat B\ncommit ${COMMIT}\naborted 1\n`);
    const next = server.sentHashes[0] ?? '';
    await page.tableChanged(server.startDraw(next));
    expect(server.revealed.at(-1)).toBe(next.replace('hash-of-', ''));
    expect(receiptOf(ID)).toContain(`hash B ${next}\naborted 1\n`);
  });

  test('is generated once at the table of a rematch', async () => {
    const server = new Server();
    const page = new Contributor(ID, server);
    const before = server.table;
    await page.tableChanged(before);
    await page.tableChanged({ ...before });
    expect(server.sentHashes).toHaveLength(1);
    await page.tableChanged(server.table);
    await vi.runAllTimersAsync();
    expect(server.sentHashes).toHaveLength(1);
  });

  test('that another device made is replaced after a delay', async () => {
    const { server, page } = await seatedPlayer();
    await page.tableChanged(server.startDraw('of-my-phone'));
    expect(server.sentHashes).toEqual([]);
    await vi.runAllTimersAsync();
    expect(server.sentHashes).toHaveLength(1);
  });

  test('is not made for a spectator', async () => {
    const server = new Server();
    await new Contributor(ID, server).tableChanged({ ...server.table, you: { seat: null, host: false } });
    expect(server.sentHashes).toEqual([]);
    expect(receiptOf(ID)).toBeNull();
  });
});

test('new commitments are stored during the game, and not after it', async () => {
  const { server, page, hash } = await seatedPlayer();
  await page.tableChanged(server.startDraw(hash));
  const playing = { ...server.setHash(hash), stage: 'playing' as const };
  await page.tableChanged({ ...playing, rekeyed: [{ from: 9, commitment: 'ee' }] });
  await page.tableChanged({ ...playing, rekeyed: [{ from: 9, commitment: 'swapped' }] });
  expect(receiptOf(ID)).toContain('rekey 9 ee\n');
  await page.tableChanged({
    ...playing,
    stage: 'over',
    commitment: 'other',
    rekeyed: [
      { from: 9, commitment: 'ee' },
      { from: 12, commitment: 'ff' },
    ],
  });
  expect(receiptOf(ID)).not.toContain('rekey 12');
  expect(receiptOf(ID)).toContain(`commit ${COMMIT}\n`);
});

test('without storage the receipt lasts as long as the page', async () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('quota');
  });
  await seatedPlayer();
  expect(receiptOf(ID)).toContain(COMMIT);
  setItem.mockRestore();
});
