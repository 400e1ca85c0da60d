import { beforeEach, expect, test } from 'vitest';
import { set } from '../app/settings.svelte';
import { clearOrders, orders, passes, type Offer } from './orders.svelte';

const offer: Offer = { turn: 3, face: 'move', culture: 1, seat: 'A', events: [] };
beforeEach(() => {
  clearOrders();
  set('follow', 'normal');
});

test('without orders everything is asked', () => expect(passes(offer)).toBe(false));
test('an order for the turn holds for that turn', () => {
  orders.turn = 3;
  expect([passes(offer), passes({ ...offer, turn: 4 })]).toEqual([true, false]);
});
test('an order for a face holds for that face', () => {
  orders.faces = ['move'];
  expect([passes(offer), passes({ ...offer, face: 'energy' })]).toEqual([true, false]);
});
test('the last culture is kept on demand', () => {
  orders.keep = true;
  expect([passes(offer), passes({ ...offer, culture: 2 })]).toEqual([true, false]);
});
test('the fast preset asks only for what is worth it', () => {
  set('follow', 'fast');
  const colonised = [{ kind: 'colonised', seat: 'A' as const, text: '', planet: 'jakks' }];
  const one = [{ kind: 'gained', seat: 'A' as const, text: '', amount: { energy: 1, culture: 0 } }];
  expect([passes(offer), passes({ ...offer, events: one }), passes({ ...offer, events: colonised })]).toEqual([true, true, false]);
});
