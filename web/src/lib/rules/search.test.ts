import { expect, test } from 'vitest';
import { chapterOf, plain, search } from './search';

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
test('words must all occur', () => expect(numbers('move planet')).toEqual(['R3.1a']));
test('source marks are removed', () => expect(plain(rules[2]?.text ?? '')).toBe('Others may follow. One at a time.'));
test('a rule belongs to the chapter of its number', () => expect(chapterOf('R3.1a')).toBe('R3'));
