// The lessons of the tutorial: prepared positions on the real table, each with one task.
import { destinationOf } from '../engine/actions';
import type { MessageName } from '../i18n/index.svelte';
import { actorOf, type EventKind, type GameEvent } from '../table/types';
import positions from './lessons.json';

/** One lesson. */
export interface Lesson {
  name: string;
  /** The position, as the text of a set-up. */
  position: string;
  /** The steps that are applied before the learner's first decision. */
  before: string[];
  /** The scripted chance outcomes, in notation, so that the lesson is always the same. */
  script: string[];
  /** The CSS selector of the elements to highlight until the learner picks a die. */
  highlight: string;
  /** Returns whether an event reaches the goal. */
  done(event: GameEvent): boolean;
  /** Returns whether an event is a step towards the goal, so that it does not end the attempt. */
  isProgress(event: GameEvent): boolean;
}

/** Returns a predicate for events of a kind that the learner (seat A) causes. */
const byLearner = (kind: EventKind) => (e: GameEvent) => e.kind === kind && actorOf(e) === 'A';

type Test = (event: GameEvent) => boolean;
const never: Test = () => false;
/** Selects the button that rerolls dice, on a large and a small screen. */
const REROLL = '.btn.reroll, .acts > :nth-child(4)';
/** Selects the button that ends the turn, on a large and a small screen. */
const END = '.btn.end, .acts > :last-child';

/** The goal of each lesson, the elements to highlight, and events on the way to the goal. */
const GOALS: Record<string, { done: Test; highlight: string; isProgress?: Test }> = {
  move: { done: (e) => e.kind === 'ship-moved' && e.seat === 'A' && destinationOf(e.to).at === 'orbit', highlight: '.tray .die.move' },
  advance: { done: byLearner('colonised'), highlight: '.tray .die.diplomacy' },
  land: {
    done: byLearner('ability-used'),
    highlight: '.tray .die.move',
    isProgress: (e) => e.kind === 'ship-moved' && e.seat === 'A' && destinationOf(e.to).at === 'surface',
  },
  gain: { done: byLearner('gained'), highlight: '.tray .die.energy' },
  upgrade: { done: byLearner('empire-upgraded'), highlight: '.tray .die.colony' },
  reroll: { done: byLearner('dice-rerolled'), highlight: REROLL },
  convert: { done: (e) => e.kind === 'die-set' && e.seat === 'A' && e.to === 'diplomacy', highlight: '.btn.convert, [data-convert]' },
  colony: { done: byLearner('ability-used'), highlight: '.tray .die.colony' },
  follow: { done: byLearner('colonised'), highlight: '.follow .btn.primary' },
  end: { done: byLearner('turn-ended'), highlight: END },
};

/** All lessons in order. Only in the lesson on following can anyone follow; in the others, the learner can undo everything. */
export const LESSONS: Lesson[] = positions.map((p) => ({
  ...p,
  ...(GOALS[p.name] ?? { done: never, highlight: END }),
  isProgress: GOALS[p.name]?.isProgress ?? never,
}));

/** Events that use up the learner's attempt: a used or converted die, a pass, or the end of the turn. */
const COMMITTING = new Set<EventKind>(['die-activated', 'die-set', 'turn-ended', 'passed']);

/** Returns whether the events of a gesture reach or miss the goal of the lesson; null if the lesson continues. */
export function judge(lesson: Lesson, events: GameEvent[]): 'reached' | 'wrong' | null {
  if (events.some((e) => lesson.done(e))) return 'reached';
  const committed = events.some((e) => COMMITTING.has(e.kind) && actorOf(e) === 'A');
  return committed && !events.some((e) => lesson.isProgress(e)) ? 'wrong' : null;
}

/** Returns the lesson with a number, counted from 1; a number out of range gives the first or the last lesson. */
export function lessonNumber(number: number): Lesson {
  const lesson = LESSONS[Math.min(LESSONS.length, Math.max(1, number)) - 1];
  if (!lesson) throw new Error(`there is no lesson ${number}`);
  return lesson;
}

/** Returns the message keys of a lesson. */
export function messageKeys(lesson: Lesson): { title: MessageName; why: MessageName; text: MessageName } {
  const name = (part: string) => `learn.${lesson.name}.${part}` as MessageName;
  return { title: name('title'), why: name('why'), text: name('text') };
}
