/** Messages between the page and the worker. */

import type { Fault } from '../protocol';
import type { Asks } from './asks';

/** The keyword of a request. */
export type Keyword = keyof Asks;

/** A message to the worker: a request, or the bytes of a record file. */
export type ToWorker =
  { id: number; language: string; request: { do: Keyword } & object } | { id: number; language: string; file: Uint8Array };

/** A message from the worker: a response, an error, or the notice that the engine crashed or could not be loaded. */
export type FromWorker =
  { id: number; ok: unknown } | { id: number; fault: Fault } | { id: number; stopped: 'crashed' | 'no-engine'; text: string };
