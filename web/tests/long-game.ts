/** A very long game, for tests and figures. */

const FACES = ['move', 'energy', 'culture', 'diplomacy', 'economy', 'colony'];

/** Returns the record of an unfinished game of two players who end all their turns without using a die, which is a mistake. */
export function longGame(turns: number): string {
  const lines = ['orrery record 1', 'edition classic', 'revision 1', 'seats 2', 'start A'];
  lines.push('setup', '  | classic 2', '  | start A', '  | row jakks helios maia leandra', '  | turn A number 1', '  | dice colony', '');
  for (let turn = 1; turn <= turns; turn++) {
    lines.push(`${turn} ${turn % 2 ? 'A' : 'B'}`);
    // A record lists the dice of a roll by face.
    const faces = [turn, 3 * turn, 5 * turn + (turn >> 3), turn >> 2].map((face) => face % 6).sort((a, b) => a - b);
    if (turn > 1) lines.push(`  rolled ${faces.map((face) => FACES[face]).join(' ')}`);
    lines.push('  end');
  }
  return `${lines.join('\n')}\n`;
}
