// The tutor: compares a move with the best one before it is sent, and warns of mistakes.
import { settings } from '../app/settings.svelte';
import type { Assessment, ReasonMessage, Session } from '../engine';
import { actionOf } from '../engine/actions';
import type { Advice } from './session';

/** How long a move waits for the comparison at most, in milliseconds: normally it takes a few dozen. */
const PATIENCE = 5_000;

/** A warning about a move that was not sent yet. */
export interface Warning {
  mark: 'mistake' | 'blunder';
  /** The move: its steps, and the version that they answer. */
  steps: string[];
  version: number;
  /** The whole move: the steps with the best continuation. */
  played: string[];
  /** The chance to win with it. */
  chance: number;
  /** The better moves, best first. */
  better: Advice[];
  /** Why the best one is better; they arrive a moment later. */
  reasons: ReasonMessage[];
}

/** Watches the moves of the person at this screen. */
export class Tutor {
  warning: Warning | null = $state.raw(null);

  constructor(private readonly session: Session) {}

  /** Returns whether it may hold a move back: the setting is on and no other person plays. */
  get isOn(): boolean {
    return settings.tutor === 'on' && this.session.assess !== undefined;
  }

  /** Returns the warning about a move, if it is a mistake. */
  async check(steps: string[], version: number): Promise<Warning | null> {
    const asked = this.session.assess?.(steps);
    // Without an answer the move is played: the tutor never stands in the way.
    const found = asked && (await Promise.race([asked.catch(() => null), late()]));
    return found ? warningOf(found, steps, version) : null;
  }

  /** Shows a warning, and its reasons as soon as they are known. */
  async warn(warning: Warning): Promise<void> {
    this.warning = warning;
    const [best] = warning.better;
    const reasons = best && (await this.session.reasons?.(best.steps, warning.played).catch(() => []));
    if (reasons && this.warning === warning) this.warning = { ...warning, reasons };
  }
}

const late = (): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE));

/** Returns the warning that an assessment calls for. */
export function warningOf({ review, texts }: Assessment, steps: string[], version: number): Warning | null {
  const { mark, chance } = review;
  if (mark !== 'mistake' && mark !== 'blunder') return null;
  const moves = review.alternatives.map(({ steps: own, chance: reached }, i): Advice => {
    return { steps: own, actions: own.map(actionOf), texts: texts.alternatives[i] ?? own, chance: reached };
  });
  const better = moves.filter((one, i) => !review.alternatives[i]?.played && one.chance > chance);
  return { mark, steps: [...steps], version, played: review.steps, chance, better, reasons: [] };
}
