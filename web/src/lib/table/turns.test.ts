import { expect, test } from 'vitest';
import type { LogLine, TableState } from './session';
import { turnLines, turnsSince, turnText } from './turns';
import type { Event } from '../protocol';
import type { SeatId } from './types';

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
  line(2, 'B', { kind: 'colonised', seat: 'C', planet: 'jakks', points: 1 }),
  line(2, 'B', { kind: 'planet-drawn', slot: 1, planet: 'helios' }),
  line(2, 'B', { kind: 'turn-ended', seat: 'B' }),
  line(3, 'A', { kind: 'turn-began', seat: 'A' }),
  line(3, 'A', { kind: 'dice-rolled', seat: 'A', dice: ['move'] }),
];

const planet = (id: string, name: string) => ({ planet: id, name });
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
