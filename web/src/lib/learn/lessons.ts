// The five-minute tutorial: prepared positions on the real table, each with one thing to do.
import type { MessageName } from '../i18n/index.svelte';
import type { GameEvent } from '../table/types';
import positions from './lessons.json';

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

const mine = (kind: string) => (e: GameEvent) => e.kind === kind && e.seat === 'A';

/** What each lesson is about. */
const GOALS: Record<string, (event: GameEvent) => boolean> = {
  move: (e) => mine('ship-moved')(e) && String(e.to).startsWith('orbit'),
  advance: mine('colonised'),
  land: mine('ability-used'),
  gain: mine('gained'),
  upgrade: mine('empire-upgraded'),
  reroll: mine('dice-rerolled'),
  follow: mine('colonised'),
  end: mine('turn-ended'),
};

/** All lessons in order. In all but one nobody can follow, so that everything can be taken back. */
export const LESSONS: Lesson[] = positions.map((p) => ({ ...p, done: GOALS[p.name] ?? (() => false) }));

/** The lesson with this number, counted from 1; the first or last for a number outside. */
export function lessonNumber(number: number): Lesson {
  const lesson = LESSONS[Math.min(LESSONS.length, Math.max(1, number)) - 1];
  if (!lesson) throw new Error(`there is no lesson ${number}`);
  return lesson;
}

/** The names of a lesson's words. */
export function words(lesson: Lesson): { title: MessageName; text: MessageName } {
  return { title: `learn.${lesson.name}.title` as MessageName, text: `learn.${lesson.name}.text` as MessageName };
}
