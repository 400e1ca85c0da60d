import { expect, test } from 'vitest';
import { clockText } from '../table/labels';
import { ago } from './descriptions';

test('clocks show minutes, long ones hours and days', () => {
  expect([clockText(65_000), clockText(900), clockText(-5), clockText(7_200_000), clockText(172_800_000)]).toEqual([
    '1:05',
    '0:01',
    '0:00',
    '2 h',
    '2 days',
  ]);
});

test('formats the time since a moment', () => {
  expect([ago(1000, 1010), ago(1000, 1130), ago(0, 7300), ago(0, 90_000)]).toEqual(['now', '2 minutes ago', '2 hours ago', 'yesterday']);
});
