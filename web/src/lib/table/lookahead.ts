// Previews steps, and finds the ways of each die of the turn. The engine is idle between gestures, so the ways of all dice are computed in
// advance: a picked die then shows its targets in the next frame.
import { whenIdle } from '../app/idle';
import type { Preview, Session } from '../engine';
import { actionOf, notation } from '../engine/actions';
import type { LookaheadResult, Path } from './explore';
import type { Violation } from './session';
import { optionsOf } from './shown';
import { eventOf, type Face } from './types';

function pathOf({ steps, texts, events, next }: Preview): Path {
  return { steps, actions: steps.map(actionOf), texts, events: events.map((event) => eventOf(event)), next };
}

/** Looks ahead from one position of a game. */
export class Lookahead {
  private waysByFace = new Map<Face, Promise<Path[]>>();
  /** The ways that have already been found. */
  private foundWays = new Map<Face, Path[]>();

  constructor(private readonly session: Pick<Session, 'preview' | 'paths' | 'why'>) {}

  /** Discards all results, because the game has changed. */
  forget(): void {
    this.waysByFace = new Map();
    this.foundWays = new Map();
  }

  /** Returns the table after some steps; null if they are illegal. */
  async preview(steps: string[]): Promise<LookaheadResult | null> {
    const preview = await this.session.preview(steps).catch(() => null);
    if (!preview?.view) return null;
    return {
      view: preview.view,
      events: preview.events.map((event) => eventOf(event)),
      decision: preview.prompt?.decision ?? null,
      options: optionsOf(preview.prompt),
      steps: preview.steps,
    };
  }

  /** Returns all ways that start with these steps and lead to a target; empty if the steps are illegal. */
  async ways(steps: string[]): Promise<Path[]> {
    return (await this.session.paths(steps).catch(() => [])).map(pathOf);
  }

  /** Returns why the last step is illegal; null if it is legal. */
  async why(steps: string[]): Promise<Violation | null> {
    return this.session
      .why(steps)
      .catch((thrown: unknown) => ({ text: thrown instanceof Error ? thrown.message : String(thrown), rule: null }));
  }

  /** Returns every way of a die with this face. */
  waysOf(face: Face): Promise<Path[]> {
    const found = this.waysByFace.get(face) ?? this.find(face, this.foundWays);
    this.waysByFace.set(face, found);
    return found;
  }

  /** Returns every way of a die with this face if they have already been found. */
  knownWaysOf(face: Face): Path[] | undefined {
    return this.foundWays.get(face);
  }

  private async find(face: Face, found: Map<Face, Path[]>): Promise<Path[]> {
    const ways = await this.ways([notation({ kind: 'activate', face })]);
    found.set(face, ways);
    return ways;
  }

  /** Finds the ways of these faces when the page is idle, unless the game changes first. */
  prepare(faces: Iterable<Face>): void {
    const moment = this.waysByFace;
    whenIdle(() => {
      if (moment === this.waysByFace) for (const face of faces) void this.waysOf(face);
    });
  }
}
