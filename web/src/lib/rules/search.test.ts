import { describe, expect, test } from 'vitest';
import { chapterOf, highlight, appliesTo, plain, search, wordsOf } from './search';

const rules = [
  { number: 'R3.1', text: '*Move:* one ship leaves its place.' },
  { number: 'R3.1a', text: '[B] A move leads to a different planet.' },
  { number: 'R7.1', text: '[B] Others may follow. [O] One at a time.' },
  { number: 'R7.10', text: 'Ten.' },
];
const numbers = (query: string) => search(rules, query).map((r) => r.number);

test('an empty query finds all', () => expect(numbers('')).toHaveLength(4));
test('a chapter finds its rules', () => expect(numbers('R7')).toEqual(['R7.1', 'R7.10']));
test('a number finds the rule and its parts', () => expect(numbers('3.1')).toEqual(['R3.1', 'R3.1a']));
test('a number that no rule has, or a number with a word, is searched in the texts', () => {
  const texts = [
    { number: 'R1.1', text: 'A player with 21 points triggers the end.' },
    { number: 'R5.1', text: 'Place 5 ships.' },
    { number: 'R9.1', text: 'With 5 players, reveal 7 planets.' },
  ];
  const found = (query: string) => search(texts, query).map((r) => r.number);
  expect([found('21 points'), found('5 players'), found('21'), found('5')]).toEqual([['R1.1'], ['R9.1'], ['R1.1'], ['R5.1']]);
  expect([wordsOf(texts, '21'), wordsOf(texts, '5')]).toEqual([['21'], []]);
});
test('words must all occur', () => expect(numbers('move planet')).toEqual(['R3.1a']));
test('source marks are removed', () => expect(plain(rules[2]?.text ?? '')).toBe('Others may follow. One at a time.'));
test('a rule belongs to the chapter of its number', () => expect(chapterOf('R3.1a')).toBe('R3'));

describe('words', () => {
  const texts = [
    { number: 'R1.1', text: 'The orbiter scores.' },
    { number: 'R1.2', text: 'An orbit ends.' },
  ];
  test('that match as a whole come first', () => expect(search(texts, 'orbit').map((r) => r.number)).toEqual(['R1.2', 'R1.1']));
  test('are highlighted', () => {
    expect(highlight('The orbiter', wordsOf(texts, 'orbit'))).toEqual([
      { text: 'The ', hit: false },
      { text: 'orbit', hit: true },
      { text: 'er', hit: false },
    ]);
    expect(highlight('a (b', wordsOf(texts, '(b')).at(-1)).toEqual({ text: '(b', hit: true });
  });
  test('a number of a rule highlights nothing', () => expect(wordsOf(rules, 'R7.1')).toEqual([]));
});

describe('an edition', () => {
  const applies = (number: string, text: string, edition: string) => appliesTo({ number, text }, edition);
  test('has the rules that name it, and those that name no edition', () => {
    expect(applies('R4.2', '[B] In Blast Off! no reroll is free.', 'classic')).toBe(false);
    expect(applies('R4.2', '[B] In Blast Off! no reroll is free.', 'blast-off')).toBe(true);
    expect(applies('R4.1', '[B] In prototype, classic and revised you roll.', 'revised')).toBe(true);
    expect(applies('R4.1', '[B] Bei Prototyp, Klassisch und Überarbeitet werden Würfel', 'revised')).toBe(true);
    expect(applies('R4.1', '[B] Bei Prototyp, Klassisch und Überarbeitet werden Würfel', 'blast-off')).toBe(false);
    expect(applies('R4.2', '[B] Bei Blast Off! ist kein Mal kostenlos', 'classic')).toBe(false);
    expect(applies('R11.3', '[B] Bei Gleichstand entscheidet die größere Zahl', 'classic')).toBe(true);
    expect(applies('R4.3', 'All share 7 dice, in Blast Off! 6.', 'classic')).toBe(true);
  });
  test('has its own chapters', () => {
    expect(applies('R12.1', 'Solo.', 'blast-off')).toBe(false);
    expect(applies('R13.1', 'At a glance.', 'blast-off')).toBe(true);
  });
});
