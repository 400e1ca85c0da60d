import { expect, test, vi } from 'vitest';
import type { Path } from './explore';
import { Lookahead } from './lookahead';
import type { Session } from './session';

function made() {
  const ways = vi.fn((steps: string[]): Promise<Path[]> => Promise.resolve([{ steps, texts: [], events: [], next: 'turn' }]));
  return { ways, lookahead: new Lookahead({ ways } as unknown as Session) };
}

test('computes a face once', async () => {
  const { ways, lookahead } = made();
  await lookahead.ways('move');
  await lookahead.ways('move');
  expect(ways.mock.calls).toEqual([[['activate move']]]);
});

test('computes faces in advance', async () => {
  const { ways, lookahead } = made();
  lookahead.prepare(['move', 'colony']);
  await vi.waitFor(() => expect(ways).toHaveBeenCalledTimes(2));
  await lookahead.ways('colony');
  expect(ways).toHaveBeenCalledTimes(2);
});

test('discards everything after the game has moved', async () => {
  const { ways, lookahead } = made();
  await lookahead.ways('move');
  lookahead.prepare(['energy']);
  lookahead.forget();
  await lookahead.ways('move');
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(ways.mock.calls.map(([steps]) => steps[0])).toEqual(['activate move', 'activate move']);
});
