import { expect, test } from 'vitest';
import { actionOf } from '../engine/actions';
import { actionsTo, spotOf } from './spots';
import type { GameEvent, View } from './types';

const view = { seats: [{ seat: 'A', ships: [{ at: 'orbit', slot: 2, space: 1 }, { at: 'home' }] }] } as unknown as View;

test.each([
  ['activate move', 'die:move'],
  ['die colony', 'die:colony'],
  ['ship 2', 'ship:A2'],
  ['to surface 3', 'disc:3'],
  ['to orbit 4', 'space:4:0'],
  ['to home', 'home'],
  ['advance 1', 'space:2:2'],
  ['regress B2', 'ship:B2'],
  ['home C1', 'ship:C1'],
  ['upgrade 4e', 'upgrade:4e'],
  ['planet jakks', 'planet:jakks'],
  ['replace 2', 'card:2'],
  ['steal B', 'seat:B'],
  ['face energy', 'face:energy'],
  ['repeat culture', 'bay:culture'],
])('%s points at %s', (step, spot) => {
  expect(spotOf(actionOf(step), view, 'A')).toBe(spot);
});

test.each(['use', 'decline', 'follow', 'pass', 'take 2e', 'turn 3', 'pay energy', 'force', 'lose culture', 'roll'])(
  '%s has no spot: a button answers it',
  (step) => {
    expect(spotOf(actionOf(step), view, 'A')).toBeNull();
  },
);

test('the events of a preview decide the spot', () => {
  const two: GameEvent[] = [
    { kind: 'ship-advanced', seat: 'A', ship: 1, slot: 2, from: 1, to: 2, text: '' },
    { kind: 'ship-advanced', seat: 'A', ship: 1, slot: 2, from: 2, to: 3, text: '' },
  ];
  expect(spotOf(actionOf('advance 1'), view, 'A', two)).toBe('space:2:3');
  const hop: GameEvent[] = [{ kind: 'ship-hopped', seat: 'A', ship: 1, slot: 4, space: 1, text: '' }];
  expect(spotOf(actionOf('to orbit 4'), view, 'A', hop)).toBe('space:4:1');
});

test('a click on an illegal target becomes the actions whose refusal the engine can explain', () => {
  const option = (step: string) => ({ step, action: actionOf(step), text: step });
  expect(actionsTo('disc:3', [option('ship 2')], undefined)).toEqual(['ship 2', 'to surface 3'].map(actionOf));
  expect(actionsTo('space:2:1', [option('advance 2')], view.seats[0])).toEqual([actionOf('advance 1')]);
  expect(actionsTo('upgrade:3e1c', [], undefined)).toEqual([actionOf('upgrade 3e1c')]);
  expect(actionsTo('seat:B', [], undefined)).toBeNull();
});
