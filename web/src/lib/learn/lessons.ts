// The five-minute tutorial: prepared positions on the real table, each with one thing to do.
import type { MessageName } from '../i18n/index.svelte';
import type { GameEvent } from '../table/types';

/** One lesson. */
export interface Lesson {
  name: string;
  /** The position, as text of a set-up. */
  position: string;
  /** What others do before it is the learner's turn. */
  before: string[];
  /** What chance brings, so that the lesson is always the same. */
  script: string[];
  /** Whether an event reaches the goal. */
  done(event: GameEvent): boolean;
}

const ROW = 'classic 2; row jakks nagato hoefker shouhua; ';
/** Mira cannot follow, so that everything can be taken back and tried again. */
const MIRA = '; B 2e';
const mine = (kind: string) => (e: GameEvent) => e.kind === kind && e.seat === 'A';

/** All lessons in order. */
export const LESSONS: Lesson[] = [
  { name: 'move', position: ROW + 'A 2e1c ships home home' + MIRA + '; turn A dice move energy culture diplomacy', before: [], script: [], done: (e) => mine('ship-moved')(e) && String(e.to).startsWith('orbit') },
  { name: 'advance', position: ROW + 'A 2e1c ships orbit:1:1 home' + MIRA + '; turn A dice diplomacy energy economy culture', before: [], script: ['drew helios'], done: mine('colonised') },
  { name: 'land', position: ROW + 'A 2e1c ships home home' + MIRA + '; turn A dice move culture economy', before: [], script: [], done: mine('ability-used') },
  { name: 'gain', position: ROW + 'A 1e1c ships orbit:2:0 home' + MIRA + '; turn A dice energy culture move', before: [], script: [], done: mine('gained') },
  { name: 'upgrade', position: ROW + 'A 3e1c ships orbit:2:1 home' + MIRA + '; turn A dice colony economy culture', before: [], script: [], done: mine('empire-upgraded') },
  { name: 'reroll', position: ROW + 'A 1e1c ships home home' + MIRA + '; turn A dice culture culture diplomacy economy', before: [], script: ['rolled move colony'], done: mine('dice-rerolled') },
  { name: 'follow', position: ROW + 'A 2e2c ships orbit:1:1 home; B 2e1c ships orbit:4:0 home; turn B dice diplomacy energy', before: ['activate diplomacy', 'advance 1'], script: ['drew helios'], done: mine('colonised') },
  { name: 'end', position: ROW + 'A 2e1c level 2 ships orbit:2:1 home' + MIRA + '; turn A dice culture bay move energy', before: [], script: [], done: mine('turn-ended') },
];

/** The names of a lesson's words. */
export function words(lesson: Lesson): { title: MessageName; text: MessageName } {
  return { title: `learn.${lesson.name}.title` as MessageName, text: `learn.${lesson.name}.text` as MessageName };
}
