import { beforeEach, expect, test } from 'vitest';
import { set } from '../app/settings.svelte';
import { clearOrders, ordersOf, passes, toggle, type Offer } from './orders.svelte';
import type { GameEvent } from './types';

const offer: Offer = { turn: 3, face: 'move', culture: 1, seat: 'A', events: [] };
beforeEach(() => {
  clearOrders();
  set('follow', 'normal');
});

test('without orders the player is always asked', () => expect(passes(offer)).toBe(false));
test('an order for a turn applies to that turn only', () => {
  toggle('A', { turn: 3 });
  expect([passes(offer), passes({ ...offer, turn: 4 })]).toEqual([true, false]);
});
test('an order for a face applies to that face only', () => {
  toggle('A', { face: 'move' });
  expect([passes(offer), passes({ ...offer, face: 'energy' })]).toEqual([true, false]);
});
test('an order can pass while the seat has less than 2 culture', () => {
  toggle('A', { keepCulture: true });
  expect([passes(offer), passes({ ...offer, culture: 2 })]).toEqual([true, false]);
});
test('an order applies only to the seat that gave it', () => {
  toggle('A', { face: 'move' });
  toggle('B', { turn: 3 });
  expect([passes(offer), passes({ ...offer, seat: 'C' }), passes({ ...offer, seat: 'B' })]).toEqual([true, false, true]);
  expect([ordersOf('A').faces, ordersOf('B').faces, ordersOf(null).faces]).toEqual([['move'], [], []]);
});
test('giving an order twice cancels it, and keeps the others', () => {
  const changes = [{ turn: 3 }, { face: 'move' }, { keepCulture: true }] as const;
  expect(changes.map((change) => toggle('A', change))).toEqual([true, true, true]);
  expect(ordersOf('A')).toEqual({ turn: 3, faces: ['move'], keepCulture: true });
  expect(changes.map((change) => toggle('A', change))).toEqual([false, false, false]);
  expect(ordersOf('A')).toEqual({ turn: null, faces: [], keepCulture: false });
});
test('the fast follow mode asks only for substantial gains', () => {
  set('follow', 'fast');
  const colonised: GameEvent[] = [{ kind: 'colonised', seat: 'A', text: '', planet: 'jakks', points: 3 }];
  const one: GameEvent[] = [{ kind: 'gained', seat: 'A', text: '', amount: { energy: 1, culture: 0 } }];
  expect([passes(offer), passes({ ...offer, events: one }), passes({ ...offer, events: colonised })]).toEqual([true, true, false]);
});
