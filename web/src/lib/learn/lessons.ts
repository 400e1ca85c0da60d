// The five-minute tutorial: prepared positions on the real table, each with one thing to do.
import { destinationOf } from '../engine/actions';
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
  /** The elements to use, as a selector; they are highlighted until a die is in hand. */
  spot: string;
  /** Returns whether an event reaches the goal. */
  done(event: GameEvent): boolean;
  /** Returns whether an event is on the way to the goal. */
  onWay(event: GameEvent): boolean;
}

const mine = (kind: EventKind) => (e: GameEvent) => e.kind === kind && actorOf(e) === 'A';

type Test = (event: GameEvent) => boolean;
const never: Test = () => false;
const END = '.btn.end, .acts > :last-child';

/** The goal of each lesson, what to use for it, and what else leads to it. */
const GOALS: Record<string, { done: Test; spot: string; onWay?: Test }> = {
  move: { done: (e) => e.kind === 'ship-moved' && e.seat === 'A' && destinationOf(e.to).at === 'orbit', spot: '.tray .die.move' },
  advance: { done: mine('colonised'), spot: '.tray .die.diplomacy' },
  land: {
    done: mine('ability-used'),
    spot: '.tray .die.move',
    onWay: (e) => e.kind === 'ship-moved' && e.seat === 'A' && destinationOf(e.to).at === 'surface',
  },
  gain: { done: mine('gained'), spot: '.tray .die.energy' },
  upgrade: { done: mine('empire-upgraded'), spot: '.tray .die.colony' },
  reroll: { done: mine('dice-rerolled'), spot: '.btn.reroll' },
  follow: { done: mine('colonised'), spot: '.follow .btn.primary' },
  end: { done: mine('turn-ended'), spot: END },
  colony: { done: mine('ability-used'), spot: '.tray .die.colony' },
  convert: { done: (e) => e.kind === 'die-set' && e.seat === 'A' && e.to === 'diplomacy', spot: '.btn.convert, [data-convert]' },
};

/** All lessons in order. In all but one nobody can follow, so that everything can be undone. */
export const LESSONS: Lesson[] = positions.map((p) => ({
  ...p,
  ...(GOALS[p.name] ?? { done: never, spot: END }),
  onWay: GOALS[p.name]?.onWay ?? never,
}));

/** Events that change the game beyond undo of a lesson's goal: a die was used, or the turn ended. */
const SPENT = new Set<EventKind>(['die-activated', 'die-set', 'turn-ended', 'passed']);

/** Returns how a gesture of the learner helps: it reaches the goal, leads away from it, or neither. */
export function judge(lesson: Lesson, events: GameEvent[]): 'reached' | 'wrong' | null {
  if (events.some((e) => lesson.done(e))) return 'reached';
  const spent = events.some((e) => SPENT.has(e.kind) && actorOf(e) === 'A');
  return spent && !events.some((e) => lesson.onWay(e)) ? 'wrong' : null;
}

/** Returns the lesson with this number, counted from 1; clamps the number. */
export function lessonNumber(number: number): Lesson {
  const lesson = LESSONS[Math.min(LESSONS.length, Math.max(1, number)) - 1];
  if (!lesson) throw new Error(`there is no lesson ${number}`);
  return lesson;
}

/** The message keys of a lesson. */
export function messageKeys(lesson: Lesson): { title: MessageName; why: MessageName; text: MessageName } {
  const name = (part: string) => `learn.${lesson.name}.${part}` as MessageName;
  return { title: name('title'), why: name('why'), text: name('text') };
}
