/** The engine client: asynchronous requests to the worker, so that the page never blocks. */

import type { Asks, Replay } from './asks';
import { TableFault } from './fault';
import type { FromWorker, ToWorker, Word } from './messages';

/** The part of the Worker interface that the client uses; tests implement their own. */
export interface Port {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(fault: TableFault): void;
}

const startWorker = (): Port => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' });

/** A request without its number and language. */
type Unsent = { request: { do: Word } & object } | { file: Uint8Array };

/** An engine in its own worker, started by the first request. */
export class EngineClient {
  /** The language of all texts. */
  language = 'en';
  #port: Port | null = null;
  #last = 0;
  readonly #waiting = new Map<number, Waiting>();
  readonly #start: () => Port;

  constructor(start: () => Port = startWorker) {
    this.#start = start;
  }

  /** Sends a request to the engine. An error response throws a `TableFault`. */
  ask<W extends Word>(word: W, asks: Asks[W]['asks']): Promise<Asks[W]['answers']> {
    return this.#send({ request: { do: word, ...asks } }) as Promise<Asks[W]['answers']>;
  }

  /** Opens a record file in any format. */
  read(file: Uint8Array): Promise<Replay> {
    return this.#send({ file }) as Promise<Replay>;
  }

  /** Loads the engine before it is needed. */
  warm(): Promise<unknown> {
    return this.ask('about', {});
  }

  /** Terminates the worker and its current work. The next request starts another one. */
  stop(code: 'crashed' | 'no-engine' | 'closed' = 'closed', text = 'this was given up'): void {
    this.#port?.terminate();
    this.#port = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const one of waiting) one.reject(new TableFault({ code, text }));
  }

  #send(message: Unsent): Promise<unknown> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#running().postMessage({ id, language: this.language, ...message });
    });
  }

  #running(): Port {
    if (this.#port) return this.#port;
    const port = this.#start();
    port.onmessage = ({ data }) => this.#answered(data);
    // The worker's code cannot be loaded, or fails outside of a request.
    port.onerror = (event) => this.stop('no-engine', event.message || 'the engine cannot be loaded');
    return (this.#port = port);
  }

  #answered(answer: FromWorker): void {
    if ('stopped' in answer) return this.stop(answer.stopped, answer.text);
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('ok' in answer) waiting?.resolve(answer.ok);
    else waiting?.reject(new TableFault(answer.fault));
  }
}
