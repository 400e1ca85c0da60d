/** The common error type of the engine, the storage and the server. */

import type { Code, Fault } from '../protocol';

/** The error codes of the protocol, and those that only this client uses. */
export type FaultCode =
  | Code
  /** The engine crashed; it restarts, and the game continues from its last step. */
  | 'crashed'
  /** The engine cannot be loaded: no network at the first visit, or an old browser. */
  | 'no-engine'
  /** This device cannot store anything, for example in a private window or with a full disk. */
  | 'no-storage'
  /** The game is not on this device. */
  | 'no-game'
  /** The server cannot be reached. */
  | 'offline'
  /** Not every player allowed an undo. */
  | 'refused'
  /** The session was closed during the request. */
  | 'closed';

/** Remedies that a user can try. */
export type Remedy = 'retry' | 'reload' | 'choose-again' | 'check-file' | 'free-space' | 'wait' | 'none';

const REMEDIES: Partial<Record<FaultCode, Remedy>> = {
  crashed: 'retry',
  'no-engine': 'reload',
  'no-storage': 'free-space',
  offline: 'wait',
  busy: 'wait',
  apart: 'wait',
  'too-many': 'wait',
  store: 'retry',
  stale: 'choose-again',
  illegal: 'choose-again',
  'not-a-step': 'choose-again',
  options: 'choose-again',
  'bad-deck': 'check-file',
  internal: 'reload',
  version: 'reload',
};

/** An error with its cause and a remedy. */
export class TableFault extends Error {
  override readonly name = 'TableFault';
  readonly code: FaultCode;
  /** The number of the rule that the request violates; null if no rule is involved. */
  readonly rule: string | null;
  /** The field of the request that caused the error, such as `record`. */
  readonly field: string | null;
  /** All problems of a deck, a record or options; empty for other errors. */
  readonly problems: NonNullable<Fault['problems']>;

  constructor(fault: { code: FaultCode; text: string } & Partial<Omit<Fault, 'code' | 'text'>>) {
    super(fault.text);
    this.code = fault.code;
    this.rule = fault.rule ?? null;
    this.field = fault.field ?? null;
    this.problems = fault.problems ?? [];
  }

  /** Returns the remedy that a user can try. */
  get remedy(): Remedy {
    return this.field === 'record' ? 'check-file' : (REMEDIES[this.code] ?? 'none');
  }

  /** Converts anything thrown into a fault; `code` is for errors that are not faults. */
  static of(thrown: unknown, code: FaultCode = 'internal'): TableFault {
    if (thrown instanceof TableFault) return thrown;
    return new TableFault({ code, text: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}
