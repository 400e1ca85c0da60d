import { expect, test } from 'vitest';
import type { LogLine, TableState } from './session';
import { turnLines, turnsSince, turnText } from './turns';
import type { Event } from '../protocol';
import type { EventKind, SeatId } from './types';

const line = (turn: number, seat: SeatId, event: Event): LogLine => ({ turn, seat, step: 0, event: { text: event.kind, ...event } });

const log = [
  line(1, 'A', { kind: 'turn-began', seat: 'A' }),
  line(1, 'A', { kind: 'turn-ended', seat: 'A' }),
  line(2, 'B', { kind: 'turn-began', seat: 'B' }),
  line(2, 'B', { kind: 'dice-rolled', seat: 'B', dice: ['move', 'economy'] }),
  line(2, 'B', { kind: 'die-activated', seat: 'B', face: 'move' }),
  line(2, 'B', { kind: 'ship-moved', seat: 'B', ship: 1, to: 'orbit 2' }),
  line(2, 'B', { kind: 'die-activated', seat: 'B', face: 'economy' }),
  line(2, 'B', { kind: 'ship-advanced', seat: 'B', ship: 1, slot: 2, from: 0, to: 1 }),
  line(2, 'B', { kind: 'followed', seat: 'C', face: 'economy', cost: 1 }),
  line(2, 'B', { kind: 'ship-advanced', seat: 'C', ship: 2, slot: 1, from: 3, to: 4 }),
  line(2, 'B', { kind: 'colonised', seat: 'C', planet: 'jakks', points: 20 }),
  line(2, 'B', { kind: 'planet-drawn', slot: 1, planet: 'helios' }),
  line(2, 'B', { kind: 'turn-ended', seat: 'B' }),
  line(3, 'A', { kind: 'turn-began', seat: 'A' }),
  line(3, 'A', { kind: 'dice-rolled', seat: 'A', dice: ['move'] }),
];

const planet = (id: string, name: string) => ({ planet: id, name, points: 1 });
const table = {
  me: 'A',
  shared: false,
  log,
  players: [
    { seat: 'A', name: 'Juno' },
    { seat: 'B', name: 'Mira' },
    { seat: 'C', name: 'Kepler' },
  ],
  cards: { naming: 'classic', planets: [planet('jakks', 'Jakks'), planet('nagato', 'Nagato'), planet('helios', 'Helios')] },
  view: { turn: 3, row: ['helios', 'nagato'] },
} as unknown as TableState;

test('summarises a turn in one line, in the order of events', () => {
  const [turn] = turnLines(table);
  expect(turn && turnText(table, turn)).toBe('Mira: Move ship → Nagato, Economy Nagato +1; Kepler followed Jakks +1 · colonises Jakks +1');
});

test('turns are listed from the oldest to the newest; turns without an action are left out', () => {
  expect(turnLines(table).map((turn) => turn.turn)).toEqual([2]);
});

test('turnsSince returns the turns of others after the last turn of a seat', () => {
  expect(turnsSince(table, 'A').map((turn) => turn.turn)).toEqual([2]);
});

test('the summary of a past turn is cached', () => {
  const [before] = turnLines(table);
  const longer = { ...table, log: [...log, line(3, 'A', { kind: 'die-activated', seat: 'A', face: 'move' })] };
  const [after, now] = turnLines(longer);
  expect(after).toBe(before);
  expect(now?.turn).toBe(3);
  expect(turnLines({ ...longer, players: table.players.map((p) => ({ ...p, name: 'X' })) })[0]).not.toBe(before);
});

/** Returns the line of a turn of Mira with these events. */
function lineOf(...events: Event[]): string {
  const turn = turnLines({ ...table, log: events.map((event) => line(2, 'B', event)) })[0];
  return turn ? turnText(table, turn).replace('Mira: ', '') : '';
}

const culture: Event = { kind: 'die-activated', seat: 'B', face: 'culture' };

test.each<[string, Event[]]>([
  ['−2 Energy · +2 Culture', [{ kind: 'turned', seat: 'B', units: 2, into: 'culture' }]],
  ['pays Juno 1 Energy', [{ kind: 'paid-to', seat: 'B', to: 'A', amount: { energy: 1, culture: 0 } }]],
  ['discards Energy, Move ship', [{ kind: 'dice-discarded', seat: 'B', dice: ['energy', 'move'] }]],
  [
    'level 3 · new ship',
    [
      { kind: 'empire-upgraded', seat: 'B', level: 3, points: 2 },
      { kind: 'ship-gained', seat: 'B', ship: 3 },
    ],
  ],
  ['one die fewer next turn', [{ kind: 'die-lost', seat: 'B' }]],
])('the line of a turn says: %s', (text, events) => expect(lineOf(culture, ...events)).toBe(`Culture ${text}`));

test('ships that leave a colonised planet are not mentioned', () => {
  const home = (seat: SeatId): Event => ({ kind: 'ship-sent-home', seat, ship: 1 });
  const colonised: Event = { kind: 'colonised', seat: 'B', planet: 'jakks', points: 9 };
  expect(lineOf(culture, colonised, home('B'), home('C'))).toBe('Culture colonises Jakks +1');
});

test('a die that brings its own resource names it once', () => {
  const both: Event = { kind: 'gained', seat: 'B', amount: { energy: 1, culture: 2 } };
  expect(lineOf(culture, { kind: 'gained', seat: 'B', amount: { energy: 0, culture: 2 } })).toBe('Culture +2');
  expect(lineOf(culture, both)).toBe('Culture +1 Energy · +2');
  expect(lineOf({ kind: 'followed', seat: 'C', face: 'culture', cost: 1 }, { ...both, seat: 'C' })).toBe(
    'Kepler followed +1 Energy · +2 Culture',
  );
});

test('the effects of a repeated die belong to it', () => {
  const gained: Event = { kind: 'gained', seat: 'B', amount: { energy: 2, culture: 0 } };
  expect(lineOf(culture, { kind: 'die-repeated', seat: 'B', face: 'energy' }, gained)).toBe('Culture, Energy again +2 Energy');
});

test('the line of the Rogue’s turn names the dice that it could not use', () => {
  const used: Event = { kind: 'rogue-used', face: 'energy' };
  const line = lineOf({ kind: 'rogue-relentless', face: 'move' }, { kind: 'rogue-discarded', face: 'colony' }, used);
  expect(line).toBe('Move ship not usable, rolled again, Colony not usable, Energy');
});

test('a reroll shows its result', () => {
  const rolled: Event = { kind: 'dice-rolled', seat: 'B', dice: ['move', 'colony'] };
  expect(lineOf(rolled, { kind: 'dice-rerolled', seat: 'B', dice: ['move', 'move'] }, rolled)).toBe('Reroll → Move ship, Colony');
});

/** An event of each kind. */
const SAMPLES: { [K in EventKind]: Extract<Event, { kind: K }> } = {
  'planet-drawn': { kind: 'planet-drawn', slot: 1, planet: 'helios' },
  'mission-dealt': { kind: 'mission-dealt', seat: 'B', mission: null },
  'mission-kept': { kind: 'mission-kept', seat: 'B', mission: null },
  'start-chosen': { kind: 'start-chosen', seat: 'B' },
  'turn-began': { kind: 'turn-began', seat: 'B' },
  'dice-rolled': { kind: 'dice-rolled', seat: 'B', dice: ['move'] },
  'dice-rerolled': { kind: 'dice-rerolled', seat: 'B', dice: ['move'] },
  'die-activated': culture,
  'nothing-happened': { kind: 'nothing-happened', seat: 'B', face: 'culture' },
  'die-set': { kind: 'die-set', seat: 'B', from: 'move', to: 'colony' },
  'dice-spent': { kind: 'dice-spent', seat: 'B', dice: ['move', 'move'] },
  'dice-discarded': { kind: 'dice-discarded', seat: 'B', dice: ['move'] },
  'die-repeated': { kind: 'die-repeated', seat: 'B', face: 'move' },
  'action-chosen': { kind: 'action-chosen', seat: 'B', face: 'move' },
  'ship-moved': { kind: 'ship-moved', seat: 'B', ship: 1, to: 'orbit 2' },
  'ship-hopped': { kind: 'ship-hopped', seat: 'B', ship: 1, slot: 2, space: 1 },
  'ship-sent-home': { kind: 'ship-sent-home', seat: 'B', ship: 1 },
  'ship-gained': { kind: 'ship-gained', seat: 'B', ship: 3 },
  'ship-advanced': { kind: 'ship-advanced', seat: 'B', ship: 1, slot: 2, from: 0, to: 1 },
  'ship-regressed': { kind: 'ship-regressed', seat: 'B', ship: 1, slot: 2, from: 1, to: 0 },
  gained: { kind: 'gained', seat: 'B', amount: { energy: 1, culture: 0 } },
  paid: { kind: 'paid', seat: 'B', amount: { energy: 1, culture: 0 } },
  'paid-to': { kind: 'paid-to', seat: 'B', to: 'A', amount: { energy: 1, culture: 0 } },
  lost: { kind: 'lost', seat: 'B', amount: { energy: 1, culture: 0 } },
  stolen: { kind: 'stolen', seat: 'B', from: 'A', amount: { energy: 1, culture: 0 } },
  turned: { kind: 'turned', seat: 'B', units: 1, into: 'energy' },
  colonised: { kind: 'colonised', seat: 'B', planet: 'jakks', points: 1 },
  'planet-replaced': { kind: 'planet-replaced', seat: 'B', slot: 1, planet: 'helios' },
  'deck-ran-out': { kind: 'deck-ran-out', slot: 1 },
  'empire-upgraded': { kind: 'empire-upgraded', seat: 'B', level: 2, points: 1 },
  'skull-reached': { kind: 'skull-reached' },
  'ability-used': { kind: 'ability-used', seat: 'B', planet: 'jakks' },
  declined: { kind: 'declined', seat: 'B' },
  'effect-began': { kind: 'effect-began', seat: 'B', planet: 'jakks' },
  followed: { kind: 'followed', seat: 'C', face: 'culture', cost: 1 },
  passed: { kind: 'passed', seat: 'C', face: 'culture' },
  'turn-ended': { kind: 'turn-ended', seat: 'B' },
  'end-triggered': { kind: 'end-triggered', seat: 'B', points: 21 },
  'reroll-forced': { kind: 'reroll-forced', face: 'move' },
  'rogue-relentless': { kind: 'rogue-relentless', face: 'move' },
  'rogue-used': { kind: 'rogue-used', face: 'move' },
  'rogue-discarded': { kind: 'rogue-discarded', face: 'move' },
  'rogue-attacked': { kind: 'rogue-attacked', level: 2 },
  'die-lost': { kind: 'die-lost', seat: 'B' },
  'rogue-bonus': { kind: 'rogue-bonus' },
  'mission-revealed': { kind: 'mission-revealed', seat: 'B', mission: 'noble', points: 3 },
  'game-over': { kind: 'game-over', winners: ['B'] },
};

/** The kinds without a text: they do not change the table, other events say the same, or they are secret. */
const WITHOUT_TEXT = new Set<EventKind>([
  'planet-drawn',
  'mission-dealt',
  'mission-kept',
  'start-chosen',
  'turn-began',
  'turn-ended',
  'dice-rolled',
  'dice-spent',
  'action-chosen',
  'deck-ran-out',
  'declined',
  'effect-began',
  'passed',
]);

test.each(Object.values(SAMPLES))('the line of a turn mentions $kind, unless this kind has no text', (event) => {
  const isMentioned = lineOf(culture, event) !== lineOf(culture);
  expect(isMentioned).toBe(!WITHOUT_TEXT.has(event.kind));
});
