import { expect, test } from 'vitest';
import { commonLevel, draftSeats, planSeats } from './seats';

const plan = (drafts: ReturnType<typeof draftSeats>) => planSeats(drafts, 'Commander', (n) => `Player ${n}`);

test('a single person without a name gets the default name', () => {
  expect(plan(draftSeats('bot', '', 'pilot').slice(0, 2))).toEqual([
    { kind: 'person', name: 'Commander' },
    { kind: 'bot', name: 'Mira', level: 'pilot' },
  ]);
});
test('people and bots share a table, each bot with its level', () => {
  const drafts = draftSeats('person', 'Ada', 'pilot').slice(0, 4);
  Object.assign(drafts[2] ?? {}, { kind: 'bot', level: 'oracle' });
  Object.assign(drafts[3] ?? {}, { kind: 'bot' });
  expect(plan(drafts)).toEqual([
    { kind: 'person', name: 'Ada' },
    { kind: 'person', name: 'Player 2' },
    { kind: 'bot', name: 'Kepler', level: 'oracle' },
    { kind: 'bot', name: 'Solveig', level: 'pilot' },
  ]);
  expect(commonLevel(drafts)).toBeNull();
});
test('bots can play alone', () => {
  const drafts = draftSeats('bot', '', 'cadet').slice(0, 2);
  Object.assign(drafts[0] ?? {}, { kind: 'bot' });
  expect(plan(drafts).map((seat) => seat.kind)).toEqual(['bot', 'bot']);
  expect(commonLevel(drafts)).toBe('cadet');
});

test('equal names of people are numbered', () => {
  const drafts = draftSeats('person', 'Ada', 'pilot').slice(0, 4);
  Object.assign(drafts[1] ?? {}, { name: ' ada ' });
  Object.assign(drafts[2] ?? {}, { name: 'Ada' });
  Object.assign(drafts[3] ?? {}, { name: 'Ada (2)' });
  expect(plan(drafts).map(({ name }) => name)).toEqual(['Ada', 'ada (2)', 'Ada (3)', 'Ada (2) (2)']);
  const long = draftSeats('person', 'x'.repeat(30), 'pilot').slice(0, 2);
  Object.assign(long[1] ?? {}, { name: 'x'.repeat(30) });
  expect(plan(long)[1]?.name).toBe(`${'x'.repeat(26)} (2)`);
});
test('a bot takes the next free name', () => {
  const drafts = draftSeats('bot', 'mira', 'pilot');
  expect(plan(drafts).map(({ name }) => name)).toEqual(['mira', 'Kepler', 'Solveig', 'Ada', 'Vega']);
  const taken = draftSeats('person', 'Vega', 'pilot');
  for (const [i, name] of ['Vega', 'Mira', 'Kepler', 'Solveig'].entries()) Object.assign(taken[i] ?? {}, { name });
  Object.assign(taken[4] ?? {}, { kind: 'bot' });
  expect(plan(taken)[4]?.name).toBe('Ada');
});
