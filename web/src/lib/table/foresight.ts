// Precomputes what each die of the turn can do: the engine is idle between gestures, and a picked-up
// die should show its targets in the next frame.
import { whenIdle } from '../app/idle';
import type { Path } from './explore';
import type { Session } from './session';
import type { Face } from './types';

/** The ways of the dice at one moment of a game. */
export class Foresight {
  private known = new Map<Face, Promise<Path[]>>();

  constructor(private readonly session: Session) {}

  /** Discards everything after the game has moved. */
  forget(): void {
    this.known = new Map();
  }

  /** Returns every way of a die with this face. */
  ways(face: Face): Promise<Path[]> {
    const found = this.known.get(face) ?? this.session.ways([`activate ${face}`]);
    this.known.set(face, found);
    return found;
  }

  /** Precomputes these faces when idle, unless the game moves first. */
  prepare(faces: Iterable<Face>): void {
    const moment = this.known;
    whenIdle(() => {
      if (moment === this.known) for (const face of faces) void this.ways(face);
    });
  }
}
