// The tutor: assesses a move before it is sent, and warns about mistakes.
import { settings } from '../app/settings.svelte';
import type { Assessment, ReasonMessage, Session } from '../engine';
import { actionOf } from '../engine/actions';
import type { Advice } from './session';
import { TUTOR_TIMEOUT_MS } from './tutor-timeout';

/** A warning about a move that has not been sent yet. */
export interface Warning {
  mark: 'mistake' | 'blunder';
  /** The steps of the move, and the version of the prompt that they answer. */
  steps: string[];
  version: number;
  /** The complete move: the steps with the best continuation. */
  played: string[];
  /** The chance to win with this move. */
  chance: number;
  /** The better moves, best first. */
  better: Advice[];
  /** The reasons why the best move is better; they arrive a moment later. */
  reasons: ReasonMessage[];
}

/** Checks the moves of the person at this screen. */
export class Tutor {
  warning: Warning | null = $state.raw(null);
  /** The reasons for the last warning. */
  reasons: Promise<ReasonMessage[]> = Promise.resolve([]);

  constructor(private readonly session: Session) {}

  /** Returns whether the tutor checks moves: the setting is on and the session offers assessments. */
  get isOn(): boolean {
    return settings.tutor === 'on' && this.session.assess !== undefined;
  }

  /** Returns the warning about a move, if it is a mistake. */
  async check(steps: string[], version: number): Promise<Warning | null> {
    const assessment = this.session.assess?.(steps);
    // If there is no answer in time, the move is played without a warning.
    const found = assessment && (await Promise.race([assessment.catch(() => null), timeout()]));
    return found ? warningOf(found, steps, version) : null;
  }

  /** Shows a warning, and its reasons as soon as they are known. */
  async warn(warning: Warning): Promise<void> {
    this.warning = warning;
    this.reasons = this.reasonsOf(warning);
    const reasons = await this.reasons;
    if (this.warning === warning) this.warning = { ...warning, reasons };
  }

  private async reasonsOf({ better: [best], played }: Warning): Promise<ReasonMessage[]> {
    return (best && (await this.session.reasons?.(best.steps, played).catch(() => []))) ?? [];
  }
}

const timeout = (): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), TUTOR_TIMEOUT_MS));

/** Returns the warning for an assessment; null if the move is not a mistake. */
export function warningOf({ review, texts }: Assessment, steps: string[], version: number): Warning | null {
  const { mark, chance } = review;
  if (mark !== 'mistake' && mark !== 'blunder') return null;
  const moves = review.alternatives.map(({ steps: own, chance: reached }, i): Advice => {
    return { steps: own, actions: own.map(actionOf), texts: texts.alternatives[i] ?? own, chance: reached };
  });
  const better = moves.filter((one, i) => !review.alternatives[i]?.played && one.chance > chance);
  return { mark, steps: [...steps], version, played: review.steps, chance, better, reasons: [] };
}
