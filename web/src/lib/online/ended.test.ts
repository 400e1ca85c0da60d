import { expect, test } from 'vitest';
import type { Table } from '../protocol';
import type { TableState } from '../table/session';
import { endedTable, endedText } from './ended';

const galaxy = { energy: 2, culture: 1, level: 2, points: 3, planet_points: 2, colonies: ['jakks'], ships: [] };
const state = {
  me: 'A',
  players: [
    { seat: 'A', name: 'Ada', kind: 'you' },
    { seat: 'B', name: 'Ben', kind: 'person' },
    { seat: 'C', name: 'Mira', kind: 'bot' },
  ],
  view: { outcome: null, seats: ['A', 'B', 'C'].map((seat) => ({ ...galaxy, seat })) },
} as unknown as TableState;
const table = (...resigned: string[]): Table =>
  ({
    ended_by: 'resignation',
    seats: ['A', 'B', 'C'].map((seat) => ({
      seat,
      player: seat === 'C' ? { kind: 'bot' } : { kind: 'person', resigned: resigned.includes(seat) },
    })),
  }) as unknown as Table;

test('the last player wins with the current points after all others resign', () => {
  const two = { ...state, view: { ...state.view, seats: state.view.seats.slice(0, 2) } };
  const outcome = endedTable(two, table('B')).view.outcome;
  expect(outcome?.winners).toEqual(['A']);
  expect(outcome?.scores[0]).toMatchObject({ seat: 'A', points: 3, empire_points: 1, mission_points: 0, resources: 3 });
});

test('if all people resign, a single remaining bot wins', () => {
  expect(endedTable(state, table('A', 'B')).view.outcome?.winners).toEqual(['C']);
  expect(endedTable(state, table('A')).view.outcome?.winners).toEqual([]);
});

test('a game that ended by the rules keeps its result', () => {
  const over = { ...state, view: { ...state.view, outcome: { winners: ['B'] } } } as unknown as TableState;
  expect(endedTable(over, table('B'))).toBe(over);
});

test('the player who resigned gets a different text than the others', () => {
  expect([endedText(state, table('B')), endedText(state, table('A'))]).toEqual(['Ben resigned.', 'You resigned.']);
  expect(endedText(state, { ...table('B'), ended_by: 'rules' })).toBeUndefined();
});
