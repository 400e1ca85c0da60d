// Previews steps, and finds the paths of each die: its actions with ships and targets. The engine is idle between gestures, so the paths of
// all dice are computed in advance: a picked die then shows its targets in the next frame.
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
  private pathsByFace = new Map<Face, Promise<Path[]>>();
  /** The paths that have already been found. */
  private foundPaths = new Map<Face, Path[]>();

  constructor(private readonly session: Pick<Session, 'preview' | 'paths' | 'why'>) {}

  /** Discards all results, because the game has changed. */
  forget(): void {
    this.pathsByFace = new Map();
    this.foundPaths = new Map();
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

  /** Returns all paths that start with these steps and lead to a target; empty if the steps are illegal. */
  async paths(steps: string[]): Promise<Path[]> {
    return (await this.session.paths(steps).catch(() => [])).map(pathOf);
  }

  /** Returns why the last step is illegal; null if it is legal. */
  async why(steps: string[]): Promise<Violation | null> {
    return this.session
      .why(steps)
      .catch((thrown: unknown) => ({ text: thrown instanceof Error ? thrown.message : String(thrown), rule: null }));
  }

  /** Returns all paths of a die with this face. */
  pathsOf(face: Face): Promise<Path[]> {
    const found = this.pathsByFace.get(face) ?? this.find(face, this.foundPaths);
    this.pathsByFace.set(face, found);
    return found;
  }

  /** Returns all paths of a die with this face if they have already been found. */
  knownPathsOf(face: Face): Path[] | undefined {
    return this.foundPaths.get(face);
  }

  private async find(face: Face, found: Map<Face, Path[]>): Promise<Path[]> {
    const paths = await this.paths([notation({ kind: 'activate', face })]);
    found.set(face, paths);
    return paths;
  }

  /** Finds the paths of these faces when the page is idle, unless the game changes first. */
  prepare(faces: Iterable<Face>): void {
    const before = this.pathsByFace;
    whenIdle(() => {
      if (before === this.pathsByFace) for (const face of faces) void this.pathsOf(face);
    });
  }
}
