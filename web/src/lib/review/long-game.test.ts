import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { load } from '../engine/testing';
import { initSync } from '../engine/wasm/engine';
import { longGame } from '../../../tests/long-game';

interface Answer {
  ok: { review: number; done: number; total: number; finished: boolean };
}

test('the engine reviews a game of a thousand turns in small slices, and its memory does not grow with each review', () => {
  const engine = load();
  const { memory } = initSync({ module: readFileSync('src/lib/engine/wasm/engine_bg.wasm') });
  const ask = (request: object) => (JSON.parse(engine.ask(JSON.stringify(request), 'en')) as Answer).ok;
  /** Reviews a game; returns the largest number of steps in a slice. */
  const reviewed = (turns: number): number => {
    const { review, total } = ask({ do: 'review', record: longGame(turns), rollouts: 0 });
    let [before, largest] = [0, 0];
    expect(total).toBe(2 * turns - 1);
    for (let finished = false; !finished;) {
      const progress = ask({ do: 'review-advance', review, work: 100 });
      [largest, before, finished] = [Math.max(largest, progress.done - before), progress.done, progress.finished];
    }
    expect(before).toBe(total);
    ask({ do: 'review-result', review });
    ask({ do: 'review-close', review });
    return largest;
  };
  const largest = reviewed(1000);
  expect(largest).toBeLessThan(100);
  const size = memory.buffer.byteLength;
  expect(size).toBeLessThan(64 << 20);
  for (let i = 0; i < 2; i++) reviewed(1000);
  expect(memory.buffer.byteLength).toBe(size);
});
