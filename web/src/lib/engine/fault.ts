/** What went wrong, in one form for the engine, the storage and the server. */

import type { Code, Fault } from '../protocol';

/** The codes of the protocol, and those of this device. */
export type FaultCode =
  | Code
  /** The engine stopped; it is started anew, and the game goes on from its last step. */
  | 'crashed'
  /** The engine cannot be loaded: no network at the first visit, or an old browser. */
  | 'no-engine'
  /** This device keeps nothing: private window, full disk. */
  | 'no-storage'
  /** The game is not on this device. */
  | 'no-game'
  /** The server cannot be reached. */
  | 'offline'
  /** Not everybody agreed that steps are taken back. */
  | 'refused'
  /** The session was closed while this was under way. */
  | 'closed';

/** What a person can do about it. */
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

/** An error that says what happened and what can be done. */
export class TableFault extends Error {
  override readonly name = 'TableFault';
  readonly code: FaultCode;
  /** The rule that something rests on. */
  readonly rule: string | null;
  /** Which field, for example `record`. */
  readonly field: string | null;
  /** Everything that is wrong with a deck, a record or options. */
  readonly problems: NonNullable<Fault['problems']>;

  constructor(fault: { code: FaultCode; text: string } & Partial<Omit<Fault, 'code' | 'text'>>) {
    super(fault.text);
    this.code = fault.code;
    this.rule = fault.rule ?? null;
    this.field = fault.field ?? null;
    this.problems = fault.problems ?? [];
  }

  /** What a person can do about it. */
  get remedy(): Remedy {
    return this.field === 'record' ? 'check-file' : (REMEDIES[this.code] ?? 'none');
  }

  /** Anything that was thrown, as a fault. */
  static of(thrown: unknown, code: FaultCode = 'internal'): TableFault {
    if (thrown instanceof TableFault) return thrown;
    return new TableFault({ code, text: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}
