// Translates gestures into steps. The engine asks in small steps (die, ship, target), but a person points at a die and then at a spot. This
// module therefore gets all sequences of legal steps from the engine and groups them by the spot at which they end.
import type { Action, PreviewNext } from '../engine';
import type { Amount } from '../protocol';
import { spotOf, type Spot } from './spots';
import { actorOf, FACES, seatOf, type Decision, type Face, type GameEvent, type LegalStep, type SeatId, type View } from './types';

/** A preview of the table after some steps. */
export interface LookaheadResult {
  view: View;
  events: GameEvent[];
  decision: Decision | null;
  options: LegalStep[];
  /** The steps, in notation, including forced ones. */
  steps: string[];
}
/** A sequence of legal steps, as the engine returns it. */
export interface Path {
  steps: string[];
  /** The steps as data. */
  actions: Action[];
  texts: string[];
  events: GameEvent[];
  /** The kind of the next decision; `choice` is another prompt of the same action. */
  next: PreviewNext;
}

/** A path to a target, with the facts that the table shows about it. */
export interface TargetPath {
  steps: string[];
  /** Its last step as data. */
  last: Action | undefined;
  /** The text of its last step. */
  text: string;
  /** The number of the ship that moves; null if the path does not choose a ship. */
  ship: number | null;
  /** Its events, up to the next chance outcome. */
  events: GameEvent[];
  /** Whether the same action has a further prompt after these steps. */
  open: boolean;
}
/** A spot with all paths that end there. */
export interface Target {
  spot: Spot;
  paths: TargetPath[];
}

function shipOf(actions: Action[]): number | null {
  const chosen = actions.findLast((action) => action.kind === 'ship');
  return chosen?.kind === 'ship' ? chosen.ship : null;
}

function targetPathOf({ steps, texts, actions, events, next }: Path): TargetPath {
  return { steps, last: actions.at(-1), text: texts.at(-1) ?? '', ship: shipOf(actions), events, open: next === 'choice' };
}

/** Returns whether a path moves a ship at home, like one of the other paths: ships at home are interchangeable. */
function isAlike(view: View, seat: SeatId, others: TargetPath[], path: TargetPath): boolean {
  const atHome = (ship: number | null) => ship !== null && seatOf(view, seat)?.ships[ship - 1]?.at === 'home';
  return atHome(path.ship) && others.some((other) => atHome(other.ship));
}

/** Groups paths by the spot at their end; omits paths without a spot, which become buttons. */
export function targetsOf(paths: Path[], view: View, seat: SeatId): Target[] {
  const targets = new Map<Spot, Target>();
  for (const path of paths) {
    const targetPath = targetPathOf(path);
    const spot = targetPath.last && spotOf(targetPath.last, view, seat, path.events);
    if (!spot) continue;
    const found = targets.get(spot);
    if (!found) targets.set(spot, { spot, paths: [targetPath] });
    else if (!isAlike(view, seat, found.paths, targetPath)) found.paths.push(targetPath);
  }
  return [...targets.values()];
}

/** Returns the targets of a die. If a die has no choices and gains resources, its target is the marker of the resource. */
export function dieTargets(paths: Path[], view: View, seat: SeatId, face: Face): Target[] {
  const [only] = paths;
  if (paths.length !== 1 || !only || only.steps.length > 1) return targetsOf(paths, view, seat);
  const gains = only.events.some((e) => e.kind === 'gained' && e.seat === seat);
  return gains ? [{ spot: face, paths: [{ ...targetPathOf(only), text: '' }] }] : [];
}

/** Sorts faces into the order in which the engine asks for dice (docs/decisions/0001). */
export function sortFaces(faces: Face[]): Face[] {
  return [...faces].sort((a, b) => FACES.indexOf(a) - FACES.indexOf(b));
}

/** The gain of a path, for the small label at a target. */
export interface Gain {
  colonises: string | null;
  energy: number;
  culture: number;
  level: number | null;
}

/** Adds up the gains of a seat from events. */
export function gainOf(events: GameEvent[], seat: SeatId): Gain {
  const gain: Gain = { colonises: null, energy: 0, culture: 0, level: null };
  const add = ({ energy, culture }: Amount, sign: 1 | -1) => {
    gain.energy += sign * energy;
    gain.culture += sign * culture;
  };
  for (const e of events) {
    if (actorOf(e) !== seat) continue;
    if (e.kind === 'colonised') gain.colonises = e.planet;
    else if (e.kind === 'empire-upgraded') gain.level = e.level;
    else if (e.kind === 'gained' || e.kind === 'stolen') add(e.amount, 1);
    else if (e.kind === 'paid') add(e.amount, -1);
  }
  return gain;
}
