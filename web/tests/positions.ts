/** Prepared games for screenshots and layout tests, written to the browser's store as if they had been played there. */

import type { Page } from 'playwright-core';

/** A prepared game. The person has seat A; bots have the other seats. */
export interface Position {
  name: string;
  /** The names by seat, without the Rogue. */
  names: string[];
  settings: { edition: string; seats: number; rogue?: string };
  /** The lines of the set-up. */
  setup: string[];
  /** The turns of the record, in its text format. */
  turns: string[];
  /** Whether a bot also plays seat A. */
  isWatched?: boolean;
  /** The next chance outcomes, in notation; a seed decides those after them. */
  script?: string[];
  /** The selector of an element that appears when the position is ready. */
  ready: string;
}

/** Returns a name of 30 characters, the longest that a player may have. */
export const longName = (start: string): string => start.padEnd(30, ' the Longnamed of Andromeda Prime').slice(0, 30);

/** The turns of the rivals before the viewer's turn at the crowded table. */
const RIVALS_TURNS = [
  '1 B',
  '  activate energy, C:pass, E:follow, A:pass',
  '  activate culture, C:follow, D:pass, E:pass, A:pass',
  '  end',
  '2 C',
  '  rolled move energy energy culture diplomacy economy',
  '  activate culture, D:pass, E:pass, A:pass, B:pass',
  '  activate energy, E:follow, A:pass, B:follow',
  '  end',
  '3 D',
  '  rolled move energy culture diplomacy economy',
  '  activate culture, E:pass, A:pass, B:pass, C:pass',
  '  activate move, ship 2, to orbit 2, E:pass, A:pass, B:pass, C:pass',
  '  end',
  '4 E',
  '  rolled energy energy culture culture economy',
  '  activate energy, A:pass, C:follow',
  '  end',
];

/** A crowded table: nine colonies and a mission, seven dice, five players, six planets, long names, and a log. */
const CROWDED: Position = {
  name: 'crowded',
  names: ['Maximiliane', 'Mira', 'Kepler', 'Solveig', 'Ada'].map(longName),
  settings: { edition: 'classic', seats: 5 },
  setup: [
    'classic 5',
    'row padraigin-3110 pembertonia-major andellouxian-6 gleam-zanier nakagawakozi terra-bettia',
    'A 6e5c level 6 ships orbit:1:1 surface:2 orbit:3:2 home colonies jakks vici-ks156 drewkaiden leandra birkomius bisschop tifnod vizcarra clj-0517 mission noble/trader',
    'B 4e6c level 5 ships orbit:1:1 surface:1 orbit:4:2 home colonies helios mared lureena zalax mission elder/seeker',
    'C 3e3c level 4 ships orbit:1:1 orbit:5:0 surface:1 colonies hoefker la-torres mj-120210 mission charger/hermit',
    'D 7e1c level 3 ships orbit:1:1 home orbit:6:3 colonies jorg nagato mission hoarder/orbiter',
    'E 1e7c level 2 ships orbit:1:0 home colonies maia omicron-fenzi mission explorer/equalizer',
    'under shouhua',
    'gone gort brumbaugh walsfeo',
    'turn B dice move energy culture diplomacy economy colony',
  ],
  turns: [...RIVALS_TURNS, '5 A', '  rolled move energy culture diplomacy economy colony colony'],
  ready: '[data-die="0"]',
};

/** The end of a game at the crowded table. */
const ENDED: Position = {
  ...CROWDED,
  name: 'ended',
  // A planet worth five points takes the viewer past the goal.
  setup: [...CROWDED.setup.map((line) => line.replace(' jakks ', ' jac-110912 ')), 'end A'],
  turns: RIVALS_TURNS,
  ready: '.end-page svg[role=img]',
};

/** The crowded table with bots only. */
const WATCHED: Position = { ...CROWDED, name: 'watched', isWatched: true, ready: '.watch' };

/** The start of a turn, after a turn of each rival. */
const START: Position = {
  name: 'start',
  names: ['Juno', 'Mira', 'Kepler'],
  settings: { edition: 'classic', seats: 3 },
  setup: [
    'classic 3',
    'row jakks nagato hoefker shouhua helios',
    'A 3e level 2 ships orbit:1:1 home colonies leandra mission noble/trader',
    'B 2e2c level 1 ships home orbit:4:0 mission elder/seeker',
    'C 2e1c level 2 ships orbit:1:0 home colonies mared mission charger/hermit',
    'turn B dice move economy energy culture',
  ],
  turns: [
    '1 B',
    '  activate move, ship 1, to orbit 2, C:pass',
    '  activate energy, C:follow',
    '  end',
    '2 C',
    '  rolled move energy diplomacy diplomacy colony',
    '  activate diplomacy, advance 1, B:pass',
    '  activate energy, B:follow',
    '  end',
    '3 A',
    '  rolled move energy diplomacy economy colony',
  ],
  ready: '[data-die="0"]',
};

/** A rival has used a die, and the viewer may follow. */
const FOLLOW: Position = {
  name: 'follow',
  names: ['Juno', 'Mira', 'Kepler', 'Solveig'],
  settings: { edition: 'classic', seats: 4 },
  setup: [
    'classic 4',
    'row jakks nagato hoefker shouhua helios gort',
    'A 3e4c level 3 ships orbit:1:1 surface:2 home colonies leandra vizcarra clj-0517 lureena mission conqueror/trader',
    'B 2e level 3 ships home orbit:4:0 orbit:5:0 colonies jac-110912 mission elder/seeker',
    'C 2e level 2 ships orbit:1:0 home colonies mared mission charger/hermit',
    'D 2e level 2 ships orbit:6:0 home colonies zalax bisschop mission hoarder/orbiter',
    'turn B dice move move energy culture',
  ],
  turns: ['1 B', '  activate move, ship 1, to orbit 1'],
  ready: '.follow',
};

/** The position `follow` with long names. */
const LONG_FOLLOW: Position = { ...FOLLOW, name: 'long-follow', names: FOLLOW.names.map(longName) };

/** The middle of a solo game. */
const SOLO: Position = {
  name: 'solo',
  names: ['Juno'],
  settings: { edition: 'classic', seats: 1, rogue: 'hades' },
  setup: [
    'classic solo hades',
    'row jakks nagato hoefker shouhua',
    'A 3e4c level 3 ships orbit:1:1 surface:2 home colonies leandra vizcarra',
    'B 3e4c level 3 colonies jac-110912',
    'turn A dice move energy culture diplomacy colony',
  ],
  turns: [],
  ready: '[data-die="0"]',
};

/** The Rogue is about to roll a die that it cannot use, because it orbits no planet. */
const ROGUE: Position = { ...SOLO, name: 'rogue', script: ['rolled diplomacy'] };

/** Blast Off!, with a die to convert. */
const BLAST_OFF: Position = {
  name: 'blast-off',
  names: ['Juno', 'Mira'],
  settings: { edition: 'blast-off', seats: 2 },
  setup: [
    'blast-off 2',
    'row asterel brontide cindra dewlight',
    'A 4e3c level 4 ships orbit:1:1 home home',
    'B 2e',
    'turn A dice energy culture diplomacy economy',
  ],
  turns: [],
  ready: '[data-die="0"]',
};

/** The viewer cannot pay for the ability of the third planet, so it would have no effect. */
const IDLE: Position = {
  name: 'idle',
  names: ['Juno', 'Mira'],
  settings: { edition: 'classic', seats: 2 },
  setup: ['classic 2', 'row jakks nagato hoefker shouhua', 'A 1c ships home home', 'B 2e', 'turn A dice move move energy'],
  turns: [],
  ready: '[data-die="0"]',
};

/** The viewer can steal culture from a rival. */
const STEAL: Position = {
  name: 'steal',
  names: ['Juno', 'Mira'],
  settings: { edition: 'classic', seats: 2 },
  setup: [
    'classic 2',
    'row jakks nagato hoefker shouhua',
    'A 1e1c ships home home colonies clj-0517',
    'B 2e2c',
    'turn A dice colony energy',
  ],
  turns: [],
  ready: '[data-die="0"]',
};

/** A reroll of two dice that shows the same faces again. */
const REROLL: Position = { ...IDLE, name: 'reroll', script: ['rolled move energy'] };

/** The positions that are tested on all reference screens. */
export const POSITIONS: readonly Position[] = [CROWDED, START, FOLLOW, SOLO];

/** Returns a prepared position. */
export function positionOf(name: string): Position {
  const found = [...POSITIONS, WATCHED, ENDED, LONG_FOLLOW, BLAST_OFF, IDLE, STEAL, REROLL, ROGUE].find(
    (position) => position.name === name,
  );
  if (!found) throw new Error(`there is no position ${name}`);
  return found;
}

function record({ names, settings, setup, turns }: Position): string {
  const head = [
    'orrery record 1',
    `edition ${settings.edition}`,
    `revision ${settings.edition === 'blast-off' ? 1 : 2}`,
    `seats ${settings.seats}`,
    ...(settings.rogue ? [`rogue ${settings.rogue}`] : []),
    ...names.map((name, i) => `name ${'ABCDE'.charAt(i)} "${name}"`),
    'setup',
    ...setup.map((line) => `  | ${line}`),
  ];
  return [...head, '', ...turns, ''].join('\n');
}

function stored(position: Position) {
  const seats = position.names.map((name, i) =>
    i || position.isWatched ? { kind: 'bot', name, level: 'pilot' } : { kind: 'person', name },
  );
  const summary = { edition: position.settings.edition, names: position.names, points: [], row: [], turn: 1, over: false, yours: true };
  const saved = { record: record(position), seed: '07'.repeat(32), script: position.script ?? [] };
  return { id: position.name, created: 1, changed: 1, plan: { settings: position.settings, seats }, saved, summary };
}

/** Writes a game to the browser's store. The page must already be at the address of the application. */
export async function storeGame(page: Page, stored: { id: string } & Record<string, unknown>): Promise<void> {
  await page.evaluate(async (game) => {
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('orrery', 1);
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore('games', { keyPath: 'id' }).createIndex('changed', 'changed');
      };
      opening.onerror = () => reject(new Error('cannot open the store'));
      opening.onsuccess = () => {
        const writing = opening.result.transaction('games', 'readwrite');
        writing.objectStore('games').put(game);
        writing.oncomplete = () => {
          opening.result.close();
          resolve();
        };
      };
    });
  }, stored);
}

/** Stores a prepared game and opens it. */
export async function openPosition(page: Page, url: string, position: Position): Promise<void> {
  // The page with the least content.
  const start = `${url}#/learn`;
  if (page.url() !== start) await page.goto(start);
  await storeGame(page, stored(position));
  await page.goto(`${url}#/play/${position.name}`);
  await page.locator(position.ready).first().waitFor();
}
