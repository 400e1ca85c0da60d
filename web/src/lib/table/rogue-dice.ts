// Finds the dice that the Rogue has rolled in a turn. The engine resolves each of the Rogue's dice immediately, so the
// state never lists them as unused; this module finds them in the log.
import type { LogLine } from './session';
import type { Face } from './types';

/** A die of the Rogue. */
export interface RogueDie {
  face: Face;
  /** Its state: `open` before it is resolved, `spent` once the Rogue has used or rerolled it. */
  fate: 'open' | 'spent' | 'discarded';
}

/** Returns the dice that the Rogue has rolled in a turn, in order. */
export function rogueDice(log: readonly LogLine[], turn: number): RogueDie[] {
  const dice: RogueDie[] = [];
  for (const { event, turn: when } of log) {
    if (when !== turn) continue;
    const last = dice.at(-1);
    if (event.kind === 'dice-rolled') dice.push(...event.dice.map((face): RogueDie => ({ face, fate: 'open' })));
    else if (last && event.kind === 'rogue-discarded') last.fate = 'discarded';
    else if (last && (event.kind === 'rogue-used' || event.kind === 'rogue-relentless' || event.kind === 'reroll-forced'))
      last.fate = 'spent';
  }
  return dice;
}
