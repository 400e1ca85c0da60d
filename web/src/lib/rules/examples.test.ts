import { expect, test } from 'vitest';
import type { Cards, EditionDescription } from '../protocol';
import { exampleOf, orbitSteps } from './examples';

const level = (cost: number, points: number) => ({ cost, dice: 4, ships: 2, points });
const planet = (points: number, end: number) => ({
  planet: `p${points}`,
  name: `P${points}`,
  resource: 'energy',
  track: 'economy',
  points,
  end,
  text: '',
  kinds: ['resources'],
});
const cards = {
  naming: 'classic',
  levels: [level(0, 0), level(2, 1), level(3, 2), level(4, 8)],
  rogues: [],
  missions: [{ mission: 'noble', name: 'Noble', points: 3, tied: 2, text: '' }],
  planets: [planet(2, 3), planet(1, 2), planet(2, 3)],
} as unknown as Cards;
const about = {
  goal: 21,
  cap: 7,
  dice: 6,
  followable: 3,
  home_energy: 1,
  reroll: 'first-free',
  convert: 'two-for-one',
} as unknown as EditionDescription;

test('the examples have the numbers of the edition', () => {
  expect(exampleOf('R3', cards, about)).toContain('2 energy');
  expect(exampleOf('R3', cards, { ...about, home_energy: 0 })).toContain('1 energy: the ship at home brings none');
  expect(exampleOf('R6', cards, about)).toContain('3 energy or 3 culture');
  expect(exampleOf('R8', cards, about)).toContain('P2 is worth 2 points, and its orbit needs 3 steps');
  expect(exampleOf('R11', cards, about)).toMatch(/13 points from planets and 8 from her empire.*Noble, which scores 3 points.*24/);
  expect(exampleOf('R11', { ...cards, missions: [] }, about)).not.toContain('Noble');
  expect(exampleOf('R9', cards, about)).toMatch(/has 6 energy.*Now she has 7;/);
  expect(exampleOf('R12', cards, about)).toBeNull();
  expect(exampleOf('R13', cards, about)).toContain('6 spaces, and the first 3 are marked');
});

test('an example about one kind of card is omitted if the edition has no such card', () => {
  expect(exampleOf('R10', cards, about)).toBeNull();
  expect(exampleOf('R14', cards, about)).toBeNull();
  const withPlanets = {
    ...cards,
    planets: [
      { ...planet(1, 2), kinds: ['follow'] },
      { ...planet(2, 3), kinds: ['resources', 'follow'] },
    ],
  } as Cards;
  expect(exampleOf('R10', withPlanets, about)).toContain('lands on P2');
  expect(exampleOf('R14', withPlanets, about)).toContain('uses P1');
  const solo = { ...cards, rogues: [{ rogue: 'hades', name: 'Hades', attacks: [] }], rogue_levels: [{ ...level(0, 1), dice: 5 }] } as Cards;
  expect(exampleOf('R12', solo, about)).toContain('rolls 5 dice');
});

test('the table of orbits has each number of points once', () => {
  expect(orbitSteps(cards)).toEqual([
    { points: 1, steps: 2 },
    { points: 2, steps: 3 },
  ]);
});
