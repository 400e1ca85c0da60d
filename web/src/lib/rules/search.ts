// Searches the rules by number or words, and selects those of an edition.
import type { Rule } from '../app/games';

/** Removes markup and source marks such as [B], which are meant for the authors of the rulebook. */
export function plain(text: string): string {
  return text
    .replace(/\s*\[[BCFO]\]\s*/g, ' ')
    .replace(/\*(\S[^*]*)\*/g, '$1')
    .replace(/`([^`]+)`/g, '$1')
    .trim();
}

const isLetter = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);

/** Returns the words of a query; none if it is the number of a rule. */
export function wordsOf(rules: Rule[], query: string): string[] {
  return numbered(rules, query).length ? [] : query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Returns the rules whose number the query is, with their parts; none if it contains anything else, as in "21 points". */
function numbered(rules: Rule[], query: string): Rule[] {
  const trimmed = query.trim().toLowerCase();
  if (!/^r?\d+(\.\d+)?[a-z]?$/.test(trimmed)) return [];
  const number = trimmed.replace(/^r?/, 'r');
  const isPart = (one: string) => one === number || one.startsWith(`${number}.`) || (number.includes('.') && one.startsWith(number));
  return rules.filter((r) => isPart(r.number.toLowerCase()));
}

/** Returns whether a text contains a whole word, not only as a part of a longer word. */
function hasWholeWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true;
  return false;
}

/** Returns the rules that match a query, those with whole words first; all of them for an empty query. */
export function search(rules: Rule[], query: string): Rule[] {
  const rulesOfNumber = numbered(rules, query);
  if (rulesOfNumber.length) return rulesOfNumber;
  const words = wordsOf(rules, query);
  const found = rules.filter((r) => words.every((w) => r.text.toLowerCase().includes(w)));
  const hasWholeWords = (r: Rule) => words.every((w) => hasWholeWord(plain(r.text).toLowerCase(), w));
  return [...found.filter(hasWholeWords), ...found.filter((r) => !hasWholeWords(r))];
}

/** A part of a text; matches of the query are highlighted. */
export interface Part {
  text: string;
  hit: boolean;
}

/** Splits a text at the words of a query. */
export function highlight(text: string, words: string[]): Part[] {
  if (!words.length) return [{ text, hit: false }];
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const parts = text.split(new RegExp(`(${escaped.join('|')})`, 'giu'));
  return parts.map((part, i) => ({ text: part, hit: i % 2 === 1 })).filter((part) => part.text);
}

/** Returns the number of a rule's chapter. */
export function chapterOf(number: string): string {
  return number.split('.')[0] ?? number;
}

/** The chapters that apply only to some editions; all others apply to every edition. */
const CHAPTERS: Record<string, string[]> = { R12: ['classic', 'revised'], R13: ['blast-off'], R14: ['prototype'] };

/** Returns the edition whose cards illustrate a chapter: the wanted one, or another one if the chapter does not apply to it. */
export function editionOf(chapter: string, wanted: string): string {
  const editions = CHAPTERS[chapter];
  return editions?.includes(wanted) === false ? (editions[0] ?? wanted) : wanted;
}

/** The names of the editions in the rulebooks of all languages, in lower case. */
const NAMES: Record<string, string[]> = {
  prototype: ['prototype', 'prototyp'],
  classic: ['classic', 'klassisch'],
  revised: ['revised', 'überarbeitet'],
  'blast-off': ['blast off!'],
};
const EDITIONS = new RegExp(`^(?:in|bei) ((?:(?:${Object.values(NAMES).flat().join('|')})(?:, | and | und |(?= )))+)`, 'i');

/** Returns whether a rule applies to an edition. A rule that applies only to some editions starts with their names. */
export function appliesTo(rule: Rule, edition: string): boolean {
  if (CHAPTERS[chapterOf(rule.number)]?.includes(edition) === false) return false;
  const named = EDITIONS.exec(plain(rule.text))?.[1]?.toLowerCase();
  return named === undefined || (NAMES[edition] ?? [edition]).some((name) => named.includes(name));
}
