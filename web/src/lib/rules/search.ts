// Searches the rules by number or words.
import type { Rule } from '../app/games';

/** Source marks in the text, such as [B]: they are for the authors of the rulebook. */
export function plain(text: string): string {
  return text
    .replace(/\s*\[[BCFO]\]\s*/g, ' ')
    .replace(/\*(\S[^*]*)\*/g, '$1')
    .replace(/`([^`]+)`/g, '$1')
    .trim();
}

/** Returns the rules that match a query; all of them for an empty one. */
export function search(rules: Rule[], query: string): Rule[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return rules;
  const number = /^r?\d+(\.\d+)?[a-z]?$/.test(words[0] ?? '') ? (words[0] ?? '').replace(/^r?/, 'r') : null;
  if (number)
    return rules.filter(
      (r) =>
        r.number.toLowerCase() === number ||
        r.number.toLowerCase().startsWith(number + '.') ||
        (number.includes('.') && r.number.toLowerCase().startsWith(number)),
    );
  return rules.filter((r) => words.every((w) => r.text.toLowerCase().includes(w)));
}

/** Returns the number of a rule's chapter. */
export function chapterOf(number: string): string {
  return number.split('.')[0] ?? number;
}
