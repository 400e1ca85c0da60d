// Finds the planet that was in a slot of the row at an earlier time, because events name only the slot.
import type { LogLine } from './session';

/** A planet in a slot, and the index of the log line after which it was there. */
interface Stay {
  after: number;
  planet: string | null;
}

/** Returns, for each slot in which a planet was drawn, its planets, oldest first. */
function staysOf(log: LogLine[]): Stay[][] {
  const stays: Stay[][] = [];
  let removed: string | null = null;
  log.forEach(({ event }, index) => {
    if (event.kind === 'colonised' || event.kind === 'planet-replaced') removed = event.planet;
    if (event.kind !== 'planet-drawn') return;
    // If no planet was drawn there before, the removed planet was there from the start.
    const stay = (stays[event.slot] ??= [{ after: -1, planet: removed }]);
    stay.push({ after: index, planet: event.planet });
  });
  return stays;
}

/** The histories by log; a log is replaced when it grows, never changed in place. */
const histories = new WeakMap<LogLine[], Stay[][]>();

/** Returns the planet that was in a slot at a line of the log; null if the current planet was already there. */
export function planetAt(log: LogLine[], index: number, slot: number): string | null {
  const stays = histories.get(log) ?? staysOf(log);
  histories.set(log, stays);
  return stays[slot]?.findLast(({ after }) => after < index)?.planet ?? null;
}
