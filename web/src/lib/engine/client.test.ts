// @vitest-environment node
import { expect, test } from 'vitest';
import { EngineClient, type Port } from './client';
import { TableFault } from './fault';
import type { FromWorker, ToWorker } from './messages';
import { port } from './testing';

test('responses match their requests in any order', async () => {
  const sent: ToWorker[] = [];
  const slowPort: Port = { onmessage: null, onerror: null, terminate: () => undefined, postMessage: (message) => void sent.push(message) };
  const client = new EngineClient(() => slowPort);
  const first = client.ask('rulebook', {});
  const second = client.ask('about', {});
  for (const { id } of sent.reverse()) slowPort.onmessage?.({ data: { id, ok: `answer ${id}` } } as MessageEvent<FromWorker>);
  expect(await first).toBe('answer 1');
  expect(await second).toBe('answer 2');
});

test('the first request starts the engine', () => {
  let started = 0;
  const client = new EngineClient(() => (started++, port()));
  expect(started).toBe(0);
  void client.warm();
  void client.warm();
  expect(started).toBe(1);
});

test('an error response is a fault with code, rule and remedy', async () => {
  const client = new EngineClient(() => port());
  const response = client.ask('new', { settings: { edition: 'blast-off', seats: 5 }, seed: '0'.repeat(64) });
  const fault = await response.catch((thrown: unknown) => thrown as TableFault);
  expect(fault).toBeInstanceOf(TableFault);
  expect(fault).toMatchObject({ code: 'options', remedy: 'choose-again' });
  expect((fault as TableFault).problems[0]?.rule).toBe('R1.1');
});

test('a crash fails pending requests, and the next request restarts the engine', async () => {
  let started = 0;
  const client = new EngineClient(() => (started++, port((message) => started === 1 && message.id === 1)));
  await expect(client.ask('about', {})).rejects.toMatchObject({ code: 'crashed', remedy: 'retry' });
  expect((await client.ask('about', {})).editions).toHaveLength(4);
  expect(started).toBe(2);
});

test('a damaged record file causes a fault', async () => {
  const client = new EngineClient(() => port());
  await expect(client.read(new Uint8Array([1, 2, 3]))).rejects.toMatchObject({ field: 'record', remedy: 'check-file' });
});

test('texts are in the selected language', async () => {
  const client = new EngineClient(() => port());
  const text = async () => (await client.ask('cards', { edition: 'classic' })).planets[0]?.text;
  const english = await text();
  client.language = 'de';
  expect(await text()).not.toBe(english);
});
