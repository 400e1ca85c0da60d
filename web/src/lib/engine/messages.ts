/** Messages between the page and the worker. */

import type { Fault } from '../protocol';
import type { Asks } from './asks';

/** The keyword of a request. */
export type Word = keyof Asks;

/** To the worker: a request, or the bytes of a record file. */
export type ToWorker =
  { id: number; language: string; request: { do: Word } & object } | { id: number; language: string; file: Uint8Array };

/** From the worker: a response, an error, or the notice that the engine crashed. */
export type FromWorker =
  { id: number; ok: unknown } | { id: number; fault: Fault } | { id: number; stopped: 'crashed' | 'no-engine'; text: string };
