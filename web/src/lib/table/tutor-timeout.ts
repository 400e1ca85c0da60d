/** Maximum time that a move waits for the tutor's assessment, in milliseconds. Normally an assessment takes a few dozen milliseconds. */
export const TUTOR_TIMEOUT_MS = 5_000;
