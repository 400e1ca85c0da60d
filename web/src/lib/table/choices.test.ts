import { expect, test } from 'vitest';
import { actionOf } from '../engine/actions';
import { isOnBoard, offBoard } from './choices';
import type { View } from './types';

const view = { row: ['jakks', null] } as unknown as View;
const path = (...steps: string[]) => ({ steps, last: undefined, text: '', ship: null, events: [], open: false });
const options = ['ship 1', 'ship 2', 'decline'].map((step) => ({ step, text: step, action: actionOf(step) }));
const targets = [{ spot: 'space:1:0', paths: [path('ship 1', 'to orbit 1'), path('ship 2', 'to orbit 1')] }];

test('answers with a spot on the board need no button', () => {
  expect(offBoard(options, targets, view, false).map((o) => o.step)).toEqual(['decline']);
});

test('a small screen shows only the planets of the row', () => {
  expect(isOnBoard(view, 'planet:jakks', true)).toBe(true);
  expect(isOnBoard(view, 'planet:helios', true)).toBe(false);
  expect(isOnBoard(view, 'planet:helios', false)).toBe(true);
  expect(isOnBoard(view, 'seat:B', true)).toBe(false);
});
