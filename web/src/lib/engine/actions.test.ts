// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { actionOf, destinationOf, notation, rolledFaces, startsGesture } from './actions';

/** Matches an action after the digest in a line of a golden game; skips chance outcomes and the end. */
const STEP = /^[0-9a-f]{16} (?!drew |dealt |starts |rolled|over)(.+)$/gm;

test.each([
  ['keep noble', { kind: 'keep', mission: 'noble' }],
  ['activate move', { kind: 'activate', face: 'move' }],
  ['to home', { kind: 'to', place: { at: 'home' } }],
  ['to orbit 2', { kind: 'to', place: { at: 'orbit', slot: 2 } }],
  ['regress B2', { kind: 'regress', seat: 'B', ship: 2 }],
  ['upgrade 4e', { kind: 'upgrade', amount: { energy: 4, culture: 0 } }],
  ['take 2e1c', { kind: 'take', amount: { energy: 2, culture: 1 } }],
  ['take 0', { kind: 'take', amount: { energy: 0, culture: 0 } }],
  ['lose culture', { kind: 'lose', resource: 'culture' }],
  ['turn 3', { kind: 'turn', units: 3 }],
  ['end', { kind: 'end' }],
])('%s is parsed and written', (step, action) => {
  expect(actionOf(step)).toEqual(action);
  expect(notation(actionOf(step))).toBe(step);
});

test('every action of the golden games is parsed and written as the engine writes it', () => {
  const folder = new URL('../../../../data/golden/', import.meta.url);
  const text = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  const steps = new Set(text.flatMap((game) => [...game.matchAll(STEP)].map(([, step = '']) => step)));
  expect(steps.size).toBeGreaterThan(150);
  expect([...steps].map((step) => notation(actionOf(step)))).toEqual([...steps]);
  expect(new Set([...steps].map((step) => actionOf(step).kind)).size).toBeGreaterThan(25);
});

test('a gesture starts with a die or an answer, not with a ship or a target', () => {
  const starts = (step: string) => startsGesture(actionOf(step));
  expect(['activate move', 'follow', 'use', 'lose energy'].map(starts)).toEqual([true, true, true, true]);
  expect(['ship 1', 'to orbit 2', 'die move', 'roll'].map(starts)).toEqual([false, false, false, false]);
});

test('parses destinations and rolls', () => {
  expect(['home', 'surface 3', 'orbit 2'].map(destinationOf)).toEqual([
    { at: 'home' },
    { at: 'surface', slot: 3 },
    { at: 'orbit', slot: 2 },
  ]);
  expect(rolledFaces('rolled move energy')).toEqual(['move', 'energy']);
  expect(rolledFaces('drew 2 andellouxian-6')).toBe(null);
});
