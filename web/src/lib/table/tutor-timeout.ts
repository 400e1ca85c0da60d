/**
 * Maximum time that a move waits for the tutor's assessment, in milliseconds. Normally an assessment takes a few dozen milliseconds, or up
 * to two seconds if rollouts check a mark.
 */
export const TUTOR_TIMEOUT_MS = 5_000;
