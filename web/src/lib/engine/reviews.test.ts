import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { load } from './testing';

/** The expected hashes of the reviews; a native test compares against the same file. */
const LINES = readFileSync('../data/reviews/hashes.txt', 'utf8').trim().split('\n');

/** Returns the 64-bit FNV-1a hash of a text. */
function hash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

test.each(LINES)('the WebAssembly engine computes the same review as the native engine: %s', (line) => {
  const [file = '', rollouts, expected] = line.split(' ');
  const engine = load();
  const raw = (request: object) => engine.ask(JSON.stringify(request), 'en');
  const ask = (request: object) => (JSON.parse(raw(request)) as { ok: { review: number; finished: boolean } }).ok;
  const record = readFileSync(`../data/records/${file}`, 'utf8');
  const { review } = ask({ do: 'review', record, rollouts: Number(rollouts) });
  while (!ask({ do: 'review-advance', review, work: 1000 }).finished);
  expect(hash(raw({ do: 'review-result', review }))).toBe(expected);
});
