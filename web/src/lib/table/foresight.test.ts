import { expect, test, vi } from 'vitest';
import type { Path } from './explore';
import { Foresight } from './foresight';
import type { Session } from './session';

function made() {
  const ways = vi.fn((steps: string[]): Promise<Path[]> => Promise.resolve([{ steps, texts: [], events: [], next: 'turn' }]));
  return { ways, foresight: new Foresight({ ways } as unknown as Session) };
}

test('a face is looked up once', async () => {
  const { ways, foresight } = made();
  await foresight.ways('move');
  await foresight.ways('move');
  expect(ways.mock.calls).toEqual([[['activate move']]]);
});

test('faces are looked up before anybody asks', async () => {
  const { ways, foresight } = made();
  foresight.prepare(['move', 'colony']);
  await vi.waitFor(() => expect(ways).toHaveBeenCalledTimes(2));
  await foresight.ways('colony');
  expect(ways).toHaveBeenCalledTimes(2);
});

test('after a move of the game nothing old is told or looked up', async () => {
  const { ways, foresight } = made();
  await foresight.ways('move');
  foresight.prepare(['energy']);
  foresight.forget();
  await foresight.ways('move');
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(ways.mock.calls.map(([steps]) => steps[0])).toEqual(['activate move', 'activate move']);
});
