// The five-minute tutorial: prepared positions on the real table, each with one thing to do.
import type { MessageName } from '../i18n/index.svelte';
import { actorOf, type EventKind, type GameEvent } from '../table/types';
import positions from './lessons.json';

/** One lesson. */
export interface Lesson {
  name: string;
  /** The position, as text of a set-up. */
  position: string;
  /** The steps of others before the learner's turn. */
  before: string[];
  /** The scripted chance outcomes, so that the lesson is always the same. */
  script: string[];
  /** Returns whether an event reaches the goal. */
  done(event: GameEvent): boolean;
}

const mine = (kind: EventKind) => (e: GameEvent) => e.kind === kind && actorOf(e) === 'A';

/** The goal of each lesson. */
const GOALS: Record<string, (event: GameEvent) => boolean> = {
  move: (e) => e.kind === 'ship-moved' && e.seat === 'A' && e.to.startsWith('orbit'),
  advance: mine('colonised'),
  land: mine('ability-used'),
  gain: mine('gained'),
  upgrade: mine('empire-upgraded'),
  reroll: mine('dice-rerolled'),
  follow: mine('colonised'),
  end: mine('turn-ended'),
};

/** All lessons in order. In all but one nobody can follow, so that everything can be undone. */
export const LESSONS: Lesson[] = positions.map((p) => ({ ...p, done: GOALS[p.name] ?? (() => false) }));

/** Returns the lesson with this number, counted from 1; clamps the number. */
export function lessonNumber(number: number): Lesson {
  const lesson = LESSONS[Math.min(LESSONS.length, Math.max(1, number)) - 1];
  if (!lesson) throw new Error(`there is no lesson ${number}`);
  return lesson;
}

/** The message keys of a lesson. */
export function words(lesson: Lesson): { title: MessageName; text: MessageName } {
  return { title: `learn.${lesson.name}.title` as MessageName, text: `learn.${lesson.name}.text` as MessageName };
}
