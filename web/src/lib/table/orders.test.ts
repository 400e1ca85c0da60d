import { beforeEach, expect, test } from 'vitest';
import { set } from '../app/settings.svelte';
import { clearOrders, orders, passes, type Offer } from './orders.svelte';
import type { GameEvent } from './types';

const offer: Offer = { turn: 3, face: 'move', culture: 1, seat: 'A', events: [] };
beforeEach(() => {
  clearOrders();
  set('follow', 'normal');
});

test('without orders the player is always asked', () => expect(passes(offer)).toBe(false));
test('an order for a turn applies to that turn only', () => {
  orders.turn = 3;
  expect([passes(offer), passes({ ...offer, turn: 4 })]).toEqual([true, false]);
});
test('an order for a face applies to that face only', () => {
  orders.faces = ['move'];
  expect([passes(offer), passes({ ...offer, face: 'energy' })]).toEqual([true, false]);
});
test('an order can keep the last culture', () => {
  orders.keep = true;
  expect([passes(offer), passes({ ...offer, culture: 2 })]).toEqual([true, false]);
});
test('the fast preset asks only for substantial gains', () => {
  set('follow', 'fast');
  const colonised: GameEvent[] = [{ kind: 'colonised', seat: 'A', text: '', planet: 'jakks', points: 3 }];
  const one: GameEvent[] = [{ kind: 'gained', seat: 'A', text: '', amount: { energy: 1, culture: 0 } }];
  expect([passes(offer), passes({ ...offer, events: one }), passes({ ...offer, events: colonised })]).toEqual([true, true, false]);
});
