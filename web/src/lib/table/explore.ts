// From gestures to steps. The engine asks in small steps (die, ship, place); a person points at a
// die and then at a place. So we look ahead: which ways of legal steps lead from here, and at which
// spot of the table does each of them end? All knowledge of the rules stays in the engine.
import { spotOf, type Spot } from './spots';
import { FACES, seatOf, type Decision, type Face, type GameEvent, type Option, type SeatId, type View } from './types';

/** What the table would look like after some steps. */
export interface Ahead {
  view: View;
  events: GameEvent[];
  decision: Decision | null;
  options: Option[];
}
/** Asks the engine; null if the steps are refused. */
export type LookAhead = (steps: string[]) => Promise<Ahead | null>;

/** One way to a target. */
export interface Way {
  steps: string[];
  /** The words of its last step. */
  text: string;
  /** The ship that is moved, if the way asks for one. */
  ship: number | null;
  /** What it brings, as far as no chance is involved. */
  events: GameEvent[];
}
/** A spot that can be pointed at, with all ways that end there. */
export interface Target {
  spot: Spot;
  ways: Way[];
}

/** Ships at home are all alike, so one of them is enough to choose from. */
export function unlike(options: Option[], view: View, seat: SeatId): Option[] {
  let homeSeen = false;
  return options.filter((o) => {
    const ship = /^ship (\d+)$/.exec(o.step);
    if (!ship || seatOf(view, seat)?.ships[Number(ship[1]) - 1]?.at !== 'home') return true;
    const first = !homeSeen;
    homeSeen = true;
    return first;
  });
}

function add(targets: Map<Spot, Target>, spot: Spot, way: Way): void {
  const found = targets.get(spot);
  if (found) found.ways.push(way);
  else targets.set(spot, { spot, ways: [way] });
}

/** Steps whose result is worth knowing before the click. */
const TELLING = /^(advance|upgrade|planet|use|to orbit)/;

async function expand(look: LookAhead, seat: SeatId, prefix: string[], at: Ahead, ship: number | null, targets: Map<Spot, Target>): Promise<void> {
  for (const option of unlike(at.options, at.view, seat)) {
    const steps = [...prefix, option.step];
    const moved = /^ship (\d+)$/.exec(option.step);
    if (moved) {
      const next = await look(steps);
      if (next) await expand(look, seat, steps, next, Number(moved[1]), targets);
      continue;
    }
    const hops = option.step.startsWith('to orbit') && at.decision?.planet != null;
    const events = TELLING.test(option.step) && (hops || !option.step.startsWith('to')) ? ((await look(steps))?.events ?? []) : [];
    const spot = spotOf(option.step, at.view, seat, events);
    if (spot) add(targets, spot, { steps, text: option.text, ship, events });
  }
}

/** What can be pointed at after the steps of `prefix`, with the ways that begin with them. */
export async function explore(look: LookAhead, seat: SeatId, prefix: string[]): Promise<Target[]> {
  const start = await look(prefix);
  if (!start || start.decision?.seat !== seat || start.decision.question === 'turn') return [];
  const targets = new Map<Spot, Target>();
  await expand(look, seat, prefix, start, null, targets);
  return [...targets.values()];
}

/** Where a die can go. A die that acts at once is answered at its marker, or by its button. */
export async function exploreDie(look: LookAhead, seat: SeatId, face: Face): Promise<{ targets: Target[]; events: GameEvent[] }> {
  const prefix = [`activate ${face}`];
  const start = await look(prefix);
  if (!start) return { targets: [], events: [] };
  if (start.decision?.seat === seat && start.decision.question !== 'turn' && start.decision.question !== 'follow')
    return { targets: await explore(look, seat, prefix), events: start.events };
  const gains = start.events.some((e) => e.kind === 'gained' && e.seat === seat);
  const way: Way = { steps: prefix, text: '', ship: null, events: start.events };
  return { targets: gains ? [{ spot: face, ways: [way] }] : [], events: start.events };
}

/** Dice are chosen in the order of faces (docs/decisions/0001). */
export function inOrder(faces: Face[]): Face[] {
  return [...faces].sort((a, b) => FACES.indexOf(a) - FACES.indexOf(b));
}

/** What a way brings, for the small label beside a target. */
export interface Gain {
  colonises: string | null;
  energy: number;
  culture: number;
  level: number | null;
}

/** Adds up what events bring to a seat. */
export function gainOf(events: GameEvent[], seat: SeatId): Gain {
  const gain: Gain = { colonises: null, energy: 0, culture: 0, level: null };
  for (const e of events) {
    if (e.seat !== seat) continue;
    if (e.kind === 'colonised') gain.colonises = e.planet ?? null;
    if (e.kind === 'empire-upgraded') gain.level = e.level ?? null;
    const sign = e.kind === 'gained' || e.kind === 'stolen' ? 1 : e.kind === 'paid' ? -1 : 0;
    gain.energy += sign * (e.amount?.energy ?? 0);
    gain.culture += sign * (e.amount?.culture ?? 0);
  }
  return gain;
}
