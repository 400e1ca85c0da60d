import { expect, test, vi } from 'vitest';
import { clockText } from '../table/labels';
import { ago, settingsLine } from './descriptions';

const duel = { field: 'duel_missions', seats: [2], about: { name: 'Duel missions' } };
vi.mock('../app/local', () => ({ editions: () => Promise.resolve([{ edition: 'classic', name: 'Classic', options: [duel] }]) }));

test('describes settings with the names that the engine gives', async () => {
  settingsLine({ seats: 2 });
  await vi.waitFor(() => expect(settingsLine({ seats: 2, duel_missions: true })).toMatch(/^Classic · .* · Duel missions$/));
  expect(settingsLine({ seats: 2 })).not.toContain('Duel');
  expect(settingsLine({ seats: 2, edition: 'home-made' })).toMatch(/^home-made · /);
});

test('clocks show minutes, hours or days', () => {
  expect([clockText(65_000), clockText(900), clockText(-5), clockText(7_200_000), clockText(172_800_000)]).toEqual([
    '1:05',
    '0:01',
    '0:00',
    '2 h',
    '2 days',
  ]);
});

test('clocks round to the nearest hour, so that a day starts with 24 hours', () => {
  const [minute, hour] = [60_000, 3_600_000];
  const texts = [24 * hour - minute, 23.4 * hour, 72 * hour - minute, 71 * hour, 48 * hour - minute, 1.4 * hour, hour, hour - 1_000];
  expect(texts.map(clockText)).toEqual(['24 h', '23 h', '3 days', '2 days', '2 days', '1 h', '1 h', '59:59']);
});

test('formats the time since a moment', () => {
  expect([ago(1000, 1010), ago(1000, 1130), ago(0, 7300), ago(0, 90_000)]).toEqual(['now', '2 minutes ago', '2 hours ago', 'yesterday']);
});
