import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { set } from '../app/settings.svelte';
import { games } from '../engine/testing';
import { LESSONS } from '../learn/lessons';
import { Attempt } from '../review/attempt';
import { Play } from './play.svelte';

let play: Play | undefined;
afterEach(() => {
  play?.close();
  set('follow', 'normal');
});

/** Opens a lesson with the real engine, and picks up a die with this face. */
async function pickUp(lesson: string, face: string): Promise<Play> {
  const found = LESSONS.find(({ name }) => name === lesson);
  if (!found) throw new Error(`there is no lesson ${lesson}`);
  const seats = [{ kind: 'person', name: 'Ada' } as const, { kind: 'bot', name: 'Mira', level: 'cadet' } as const];
  const opened = new Play(await games().lesson({ ...found, seats }));
  play = opened;
  await vi.waitFor(() => expect(opened.isTurn).toBe(true));
  await opened.pick(opened.view.dice.findIndex((die) => die === face));
  expect(opened.pickedFace).toBe(face);
  return opened;
}

test('a click on a planet with a die that does not act there says what the die does', async () => {
  const table = await pickUp('gain', 'energy');
  await table.point('disc:1');
  expect(table.note?.text).toMatch(/^Energy does nothing here\. Gain 1 energy/);
  expect(table.note?.rule).toBe('R3.2');
});

test('a click on a ship that is no target says what the die does', async () => {
  const table = await pickUp('move', 'move');
  await table.point('ship:B1');
  expect(table.note?.text).toMatch(/^Move ship does nothing here\. Move one ship/);
});

test('the follow mode does not answer a puzzle', async () => {
  set('follow', 'fast');
  const seats = [{ kind: 'person', name: 'Ada' } as const, { kind: 'person', name: 'Mira' } as const];
  const puzzle = await games().puzzle(readFileSync('../data/puzzles/blast-off-2-001.txt', 'utf8'), seats);
  const opened = new Play(new Attempt(puzzle));
  play = opened;
  await vi.waitFor(() => expect(opened.isGainKnown).toBe(true));
  expect(opened.acted).toBe(null);
});
