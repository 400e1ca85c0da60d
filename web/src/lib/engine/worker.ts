/** The engine worker. It loads the WebAssembly module once, then answers requests in order. */

import type { FromWorker, ToWorker } from './messages';
import init, { Engine } from './wasm/engine';
import address from './wasm/engine_bg.wasm?url';

let engine: Promise<Engine> | null = null;

async function load(): Promise<Engine> {
  await init({ module_or_path: address });
  return new Engine();
}

async function answer(message: ToWorker): Promise<FromWorker> {
  const { id } = message;
  let loaded: Engine;
  try {
    loaded = await (engine ??= load());
  } catch (error) {
    return { id, stopped: 'no-engine', text: String(error) };
  }
  try {
    const answer = 'file' in message ? loaded.read(message.file) : loaded.ask(JSON.stringify(message.request), message.language);
    return { id, ...(JSON.parse(answer) as { ok: unknown }) };
  } catch (error) {
    return { id, stopped: 'crashed', text: String(error) };
  }
}

self.onmessage = async (event: MessageEvent<ToWorker>) => {
  self.postMessage(await answer(event.data));
};
