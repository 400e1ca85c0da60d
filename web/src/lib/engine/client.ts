/** The engine client: asynchronous requests to the worker, so that the page never blocks. */

import type { Asks, Replay } from './asks';
import { TableFault } from './fault';
import type { FromWorker, Keyword, ToWorker } from './messages';

/** The part of the Worker interface that the client uses; tests provide another implementation. */
export interface Port {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** A request that waits for its response. */
interface PendingRequest {
  resolve(response: unknown): void;
  reject(fault: TableFault): void;
}

const startWorker = (): Port => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' });

/** A message to the worker without its id and language. */
type Unsent = { request: { do: Keyword } & object } | { file: Uint8Array };

/** An engine in its own worker, started by the first request. */
export class EngineClient {
  /** The language of all texts. */
  language = 'en';
  #port: Port | null = null;
  #lastId = 0;
  readonly #pending = new Map<number, PendingRequest>();
  readonly #start: () => Port;

  constructor(start: () => Port = startWorker) {
    this.#start = start;
  }

  /** Sends a request to the engine; throws a `TableFault` if the engine responds with an error. */
  ask<K extends Keyword>(keyword: K, fields: Asks[K]['asks']): Promise<Asks[K]['answers']> {
    return this.#send({ request: { do: keyword, ...fields } }) as Promise<Asks[K]['answers']>;
  }

  /** Opens a record file in any format. */
  read(file: Uint8Array): Promise<Replay> {
    return this.#send({ file }) as Promise<Replay>;
  }

  /** Loads the engine before it is needed, so that the first real request is faster. */
  warm(): Promise<unknown> {
    return this.ask('about', {});
  }

  /** Terminates the worker and rejects all pending requests; the next request starts a new worker. */
  stop(code: 'crashed' | 'no-engine' | 'closed' = 'closed', text = 'the request was cancelled'): void {
    this.#port?.terminate();
    this.#port = null;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const request of pending) request.reject(new TableFault({ code, text }));
  }

  #send(message: Unsent): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#runningPort().postMessage({ id, language: this.language, ...message });
    });
  }

  /** Returns the worker; starts it if necessary. */
  #runningPort(): Port {
    if (this.#port) return this.#port;
    const port = this.#start();
    port.onmessage = ({ data }) => this.#handleResponse(data);
    // The worker's code cannot be loaded, or it failed outside a request.
    port.onerror = (event) => this.stop('no-engine', event.message || 'the engine cannot be loaded');
    return (this.#port = port);
  }

  #handleResponse(response: FromWorker): void {
    if ('stopped' in response) return this.stop(response.stopped, response.text);
    const pending = this.#pending.get(response.id);
    this.#pending.delete(response.id);
    if ('ok' in response) pending?.resolve(response.ok);
    else pending?.reject(new TableFault(response.fault));
  }
}
