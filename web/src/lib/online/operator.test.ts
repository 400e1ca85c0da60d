// @vitest-environment node
// A dishonest operator shows a record that is consistent with itself. The page that has played finds
// it out by what it has stored.
import { expect, test } from 'vitest';
import { EngineClient } from '../engine';
import { games, port } from '../engine/testing';
import type { Draw, Table } from '../protocol';
import { contribution, Contributor, receiptOf } from './dice';

const bot = { kind: 'bot', name: 'Bot', level: 'greedy' } as const;

/** The record of a finished game, and a line of its heading. */
async function played(): Promise<{ record: string; line: (name: string) => string }> {
  const table = await games().start({ settings: { seats: 2 }, seats: [bot, bot] });
  await new Promise<void>((resolve) => {
    table.subscribe((state) => {
      if (state.view.outcome) resolve();
    });
  });
  const record = await table.record('text');
  return { record, line: (name) => new RegExp(`^dice ${name} (.*)$`, 'm').exec(record)?.[1] ?? '' };
}

/** The table as its server shows it. */
function shown(id: string, commitment: string, hash: string, draw?: Draw): Table {
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

/** What the page has stored of a table that was shown with this commitment. */
async function stored(id: string, commitment: string, reveals: boolean): Promise<string> {
  const engine = new EngineClient(() => port());
  const hashOf = (entropy: string) => engine.ask('entropy-hash', { entropy });
  const who = await contribution(id, 'A', hashOf);
  const hash = (who.kind === 'me' && who.entropy_hash) || '';
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  const page = new Contributor(id, {
    hash: hashOf,
    sit: () => Promise.reject(new Error('no')),
    reveal: () => Promise.resolve(shown(id, commitment, hash)),
  });
  const draw: Draw = { fixed: [{ seat: 'A', hash }], waiting: ['A'] };
  await page.heard(shown(id, commitment, hash, reveals ? draw : undefined));
  return receiptOf(id) ?? '';
}

async function verdict(record: string, receipt?: string): Promise<object> {
  const story = await games().read(record);
  return story.verify(receipt);
}

test('what the page has stored finds a dishonest operator', async () => {
  const { record, line } = await played();
  expect(await verdict(record)).toMatchObject({ verdict: 'proved', strength: 'consistent', shortfall: 'no-commitment' });
  const honest = await stored('honest', line('commit'), false);
  expect(await verdict(record, honest)).toMatchObject({ verdict: 'proved', strength: 'committed', shortfall: 'no-contribution' });

  const other = await played();
  const swapped = await stored('swapped', other.line('commit'), false);
  expect(await verdict(record, swapped)).toMatchObject({ verdict: 'false', strength: null });

  const dropped = await stored('dropped', line('commit'), true);
  expect(dropped).toContain('entropy ');
  expect(await verdict(record, dropped)).toMatchObject({ verdict: 'false', strength: null });

  const key = `dice rekey 4000000 ${other.line('commit')} ${other.line('seed')}\n`;
  const rekeyed = record.replace('orrery record 1', 'orrery record 3').replace(/^(dice seed .*\n)/m, `$1${key}`);
  expect(await verdict(rekeyed)).toMatchObject({ verdict: 'proved', strength: 'consistent' });
  expect(await verdict(rekeyed, honest)).toMatchObject({ verdict: 'false', strength: null });
});
