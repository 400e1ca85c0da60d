import { expect, test } from 'vitest';
import type { Event } from '../protocol';
import { changesOf } from './changes';

const PLANETS = [{ planet: 'jakks', points: 3 }];
const events = (...all: Event[]) => all.map((event) => ({ ...event, text: '' }));

test('lists the actions of a seat, then its total change of each resource', () => {
  const happened = events(
    { kind: 'followed', seat: 'B', face: 'energy', cost: 1 },
    { kind: 'gained', seat: 'B', amount: { energy: 2, culture: 0 } },
    { kind: 'gained', seat: 'B', amount: { energy: 1, culture: 3 } },
    { kind: 'gained', seat: 'C', amount: { energy: 4, culture: 0 } },
  );
  expect(changesOf(happened, 'B', PLANETS)).toEqual([
    { icon: 'follow', text: '' },
    { icon: 'energy', text: '+3' },
    { icon: 'culture', text: '+2' },
  ]);
});

test('a theft changes both seats', () => {
  const stolen = events({ kind: 'stolen', seat: 'A', from: 'B', amount: { energy: 0, culture: 2 } });
  expect(changesOf(stolen, 'A', PLANETS)).toEqual([{ icon: 'culture', text: '+2' }]);
  expect(changesOf(stolen, 'B', PLANETS)).toEqual([{ icon: 'culture', text: '−2' }]);
});

test('an exchange changes both resources', () => {
  const turned = events({ kind: 'turned', seat: 'A', units: 2, into: 'culture' });
  expect(changesOf(turned, 'A', PLANETS)).toEqual([
    { icon: 'energy', text: '−2' },
    { icon: 'culture', text: '+2' },
  ]);
  expect(changesOf(turned, 'B', PLANETS)).toEqual([]);
});

test('a new ship and a lost die are changes', () => {
  const changed = events({ kind: 'ship-gained', seat: 'A', ship: 3 }, { kind: 'die-lost', seat: 'A' });
  expect(changesOf(changed, 'A', PLANETS)).toEqual([
    { icon: 'ship-up', text: '+1' },
    { icon: 'die', text: '−1' },
  ]);
});

test('a colony shows its own points, not the new total of the event; an upgrade shows the new level', () => {
  const grown = events(
    { kind: 'colonised', seat: 'A', planet: 'jakks', points: 19 },
    { kind: 'empire-upgraded', seat: 'A', level: 4, points: 3 },
  );
  expect(changesOf(grown, 'A', PLANETS)).toEqual([
    { icon: 'vp', text: '+3' },
    { icon: 'up', text: '4' },
  ]);
});
