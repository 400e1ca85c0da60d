// What each die of the turn can do, looked up before it is picked up: while nobody does anything the
// engine has time, and a die in hand should show its targets in the very next frame.
import { whenIdle } from '../app/idle';
import type { Path } from './explore';
import type { Session } from './session';
import type { Face } from './types';

/** The ways of the dice at one moment of a game. */
export class Foresight {
  private known = new Map<Face, Promise<Path[]>>();

  constructor(private readonly session: Session) {}

  /** The game has moved: nothing that was looked up holds. */
  forget(): void {
    this.known = new Map();
  }

  /** Every way that a die of this face has. */
  ways(face: Face): Promise<Path[]> {
    const found = this.known.get(face) ?? this.session.ways([`activate ${face}`]);
    this.known.set(face, found);
    return found;
  }

  /** Looks these faces up as soon as there is time, unless the game moves before. */
  prepare(faces: Iterable<Face>): void {
    const moment = this.known;
    whenIdle(() => {
      if (moment === this.known) for (const face of faces) void this.ways(face);
    });
  }
}
