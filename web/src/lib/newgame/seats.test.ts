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
