/** Maximum time that a move waits for the tutor's comparison, in milliseconds. Normally the comparison takes a few dozen. */
export const TUTOR_TIMEOUT_MS = 5_000;
