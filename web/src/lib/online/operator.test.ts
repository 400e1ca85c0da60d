// @vitest-environment node
// A dishonest operator presents a forged record that is consistent in itself. A player's page detects the forgery by means of the stored
// receipt.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EngineClient } from '../engine';
import { games, port } from '../engine/testing';
import type { Draw, Table } from '../protocol';
import { Contributor, newContribution, receiptOf } from './dice';

const sample = (name: string): string => readFileSync(`../data/records/${name}`, 'utf8');
/** The record of a finished game. */
const record = sample('v1-classic-3.orr');
/** Returns the values of a `dice` line in the header of a record. */
const diceLine = (text: string, name: string): string[] => new RegExp(`^dice ${name} (.*)$`, 'm').exec(text)?.[1]?.split(' ') ?? [];
const commitment = diceLine(record, 'commit')[0] ?? '';
/** A seed that the operator prefers, and the commitment to it. */
const [, otherCommitment = '', otherSeed = ''] = diceLine(sample('v3-rekeyed.orr'), 'rekey');

/** Returns the table as the server sends it. */
function tableOf(id: string, commitment: string, hash: string, draw?: Draw): Table {
  return {
    table: id,
    settings: { seats: 2 },
    stage: 'open',
    seats: [{ seat: 'A', player: null, entropy: null, entropy_hash: hash }],
    you: { seat: 'A', host: true },
    created: 0,
    commitment,
    seed: null,
    version: 0,
    ended_by: null,
    outcome: null,
    rematch: null,
    ...(draw ? { draw } : {}),
  };
}

/** Returns the receipt that a page stores after the table has shown a commitment. */
async function receiptFor(id: string, commitment: string, reveals: boolean): Promise<string> {
  const engine = new EngineClient(() => port());
  const hashOf = (entropy: string) => engine.ask('entropy-hash', { entropy });
  const who = await newContribution(id, 'A', hashOf);
  const hash = (who.kind === 'me' && who.entropy_hash) || '';
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  const page = new Contributor(id, {
    hash: hashOf,
    sit: () => Promise.reject(new Error('no')),
    reveal: () => Promise.resolve(tableOf(id, commitment, hash)),
  });
  const draw: Draw = { fixed: [{ seat: 'A', hash }], waiting: ['A'] };
  await page.tableChanged(tableOf(id, commitment, hash, reveals ? draw : undefined));
  return receiptOf(id) ?? '';
}

async function verdict(text: string, receipt?: string): Promise<object> {
  const opened = await games().read(text);
  return opened.verify(receipt);
}

test('the stored receipt detects a dishonest operator', async () => {
  expect(await verdict(record)).toMatchObject({ verdict: 'proved', proof_level: 'consistent', shortfall: 'no-commitment' });
  const honest = await receiptFor('honest', commitment, false);
  expect(await verdict(record, honest)).toMatchObject({ verdict: 'proved', proof_level: 'committed', shortfall: 'no-contribution' });

  const swapped = await receiptFor('swapped', otherCommitment, false);
  expect(await verdict(record, swapped)).toMatchObject({ verdict: 'false', proof_level: null });

  const dropped = await receiptFor('dropped', commitment, true);
  expect(dropped).toContain('entropy ');
  expect(await verdict(record, dropped)).toMatchObject({ verdict: 'false', proof_level: null });

  const key = `dice rekey 4000000 ${otherCommitment} ${otherSeed}\n`;
  const rekeyed = record.replace('orrery record 1', 'orrery record 3').replace(/^(dice seed .*\n)/m, `$1${key}`);
  expect(await verdict(rekeyed)).toMatchObject({ verdict: 'proved', proof_level: 'consistent' });
  expect(await verdict(rekeyed, honest)).toMatchObject({ verdict: 'false', proof_level: null });
});
