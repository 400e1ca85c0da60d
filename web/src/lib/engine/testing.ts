/** Test helpers: the real engine without a worker, and games with their own storage. */

import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { EngineClient, type Port } from './client';
import { GameStore } from './store';
import { Games } from './games';
import type { FromWorker, ToWorker } from './messages';
import { randomHex } from './plan';
import { Engine, initSync } from './wasm/engine';

let isLoaded = false;

/** Loads the WebAssembly module from its file; in a browser, the worker fetches it. */
export function load(): Engine {
  if (!isLoaded) initSync({ module: readFileSync('src/lib/engine/wasm/engine_bg.wasm') });
  isLoaded = true;
  return new Engine();
}

/** Returns a port to an engine in this thread; `crashesOn` selects the messages on which it simulates a crash. */
export function port(crashesOn: (message: ToWorker) => boolean = () => false): Port {
  const engine = load();
  const answer = (message: ToWorker): FromWorker => {
    if (crashesOn(message)) return { id: message.id, stopped: 'crashed', text: 'unreachable' };
    const text = 'file' in message ? engine.read(message.file) : engine.ask(JSON.stringify(message.request), message.language);
    return { id: message.id, ...(JSON.parse(text) as { ok: unknown }) };
  };
  const result: Port = {
    onmessage: null,
    onerror: null,
    postMessage: (message) => void setTimeout(() => result.onmessage?.({ data: answer(message) } as MessageEvent<FromWorker>)),
    terminate: () => void (result.onmessage = null),
  };
  return result;
}

/** Returns the games of an empty device. */
export function games(crashesOn?: (message: ToWorker) => boolean): Games {
  const engine = new EngineClient(() => port(crashesOn));
  return new Games({ engine, botEngine: new EngineClient(() => port()), store: new GameStore(`test-${randomHex(8)}`) });
}
