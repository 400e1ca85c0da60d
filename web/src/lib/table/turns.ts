// Summarises each turn in one line, in the order of its events: the dice, their effects and their followers. The engine's texts of the
// individual events are the long form.
import { untrack } from 'svelte';
import { destinationOf } from '../engine/actions';
import { language, t } from '../i18n/index.svelte';
import type { Play } from './play.svelte';
import type { LogLine, TableState } from './session';
import type { Amount } from '../protocol';
import { cardOf, faceName, facesText, nameOf, shortNameOf } from './labels';
import { planetAt } from './row-history';
import { actorOf, type EventKind, type GameEvent, type SeatId } from './types';

/** A part of a turn: a die or another action, and its effects. */
export interface TurnPart {
  /** The icon: a face, or the icon of another action. */
  icon: string;
  /** The seat that acted. */
  seat: SeatId;
  /** Whether the seat followed a die of the active one. */
  isFollow: boolean;
  /** The action, and its effects in order. */
  words: string[];
}

/** A turn with its parts and the lines of the log that belong to it. */
export interface TurnLine {
  turn: number;
  seat: SeatId;
  parts: TurnPart[];
  lines: LogLine[];
}

/** Event kinds that the log omits. It never shows missions, because the screen may be shared. */
const HIDDEN = new Set<EventKind>([
  'turn-began',
  'turn-ended',
  'passed',
  'action-chosen',
  'mission-dealt',
  'mission-kept',
  'planet-drawn',
  'dice-spent',
]);

function amounts(amount: Amount): { n: number; what: string }[] {
  const kinds = ['energy', 'culture'] as const;
  return kinds.flatMap((kind) => (amount[kind] ? [{ n: amount[kind], what: t(`face.${kind}`) }] : []));
}

/** Returns whether a ship is sent home because its planet was colonised, which needs no mention. */
function isPartOfColonising(log: LogLine[], index: number): boolean {
  const before = log.slice(0, index).findLast(({ event }) => event.kind !== 'ship-sent-home');
  return before?.event.kind === 'colonised';
}

/** Describes the effect of an event in a few words. */
function effect(table: TableState, log: LogLine[], index: number): string[] {
  const event = log[index]?.event;
  const named = (planet: string | null): string => cardOf(table, planet)?.name ?? '';
  const at = (slot: number): string => named(planetAt(log, index, slot) ?? table.view.row[slot - 1] ?? null);
  switch (event?.kind) {
    case 'ship-moved': {
      const place = destinationOf(event.to);
      return [place.at === 'home' ? t('turn.home') : t('turn.moved', { name: at(place.slot) })];
    }
    case 'ship-hopped':
      return [t('turn.moved', { name: at(event.slot) })];
    case 'ship-sent-home':
      return isPartOfColonising(log, index) ? [] : [t('turn.home')];
    case 'ship-advanced':
      return [t('turn.advanced', { name: at(event.slot), n: event.to - event.from })];
    case 'ship-regressed':
      return [t('turn.regressed', { name: at(event.slot), n: event.from - event.to })];
    case 'gained':
      return amounts(event.amount).map((a) => t('turn.gained', a));
    case 'paid':
    case 'lost':
      return amounts(event.amount).map((a) => t('turn.lost', a));
    case 'paid-to':
      return amounts(event.amount).map((a) => t('turn.paid', { ...a, who: shortNameOf(table, event.to) }));
    case 'turned': {
      const other = event.into === 'energy' ? 'culture' : 'energy';
      return [
        t('turn.lost', { n: event.units, what: t(`face.${other}`) }),
        t('turn.gained', { n: event.units, what: t(`face.${event.into}`) }),
      ];
    }
    case 'stolen':
      return amounts(event.amount).map((a) => t('turn.stole', { ...a, who: shortNameOf(table, event.from) }));
    case 'colonised':
      return [t('turn.colonised', { name: named(event.planet), n: cardOf(table, event.planet)?.points ?? 0 })];
    case 'empire-upgraded':
      return [t('turn.level', { n: event.level })];
    case 'ability-used':
      return [t('turn.uses', { name: named(event.planet) })];
    case 'ship-gained':
      return [t('turn.ship')];
    case 'dice-discarded':
      return [t('turn.discards', { dice: facesText(event.dice, table.cards.naming) })];
    case 'dice-rolled':
      return log[index - 1]?.event.kind === 'dice-rerolled' ? [`→ ${facesText(event.dice, table.cards.naming)}`] : [];
    case 'die-lost':
      return [t('turn.die')];
    case 'nothing-happened':
      return [t('turn.nothing')];
    default:
      return [];
  }
}

/** The icons of the events for which the log uses the engine's own text. */
const ENGINE_TEXT_ICONS: Partial<Record<EventKind, string>> = {
  'rogue-attacked': 'skull',
  'skull-reached': 'skull',
  'rogue-bonus': 'die',
  'reroll-forced': 'reroll',
  'end-triggered': 'crown',
  'game-over': 'crown',
  'mission-revealed': 'mission',
  'planet-replaced': 'next',
};

/** Returns the part that an event starts; null if the event is an effect of the part before it. */
function startedPart(table: TableState, event: GameEvent, active: SeatId): TurnPart | null {
  const seat = actorOf(event) ?? active;
  const part = (icon: string, word: string, isFollow = false): TurnPart => ({ icon, seat, isFollow, words: [word] });
  const { naming } = table.cards;
  switch (event.kind) {
    case 'die-activated':
    case 'rogue-used':
      return part(event.face, faceName(event.face, naming));
    case 'rogue-discarded':
      return part(event.face, t('turn.unusable', { face: faceName(event.face, naming) }));
    case 'rogue-relentless':
      return part(event.face, t('turn.relentless', { face: faceName(event.face, naming) }));
    case 'die-repeated':
      return part(event.face, t('turn.repeated', { face: faceName(event.face, naming) }));
    case 'followed':
      return part('follow', t('turn.followed', { who: shortNameOf(table, seat) }), true);
    case 'dice-rerolled':
      return part('reroll', t('reroll'));
    case 'die-set':
      return part('convert', t('turn.set', { from: faceName(event.from, naming), to: faceName(event.to, naming) }));
    default: {
      const icon = ENGINE_TEXT_ICONS[event.kind];
      return icon && event.text ? part(icon, event.text) : null;
    }
  }
}

/** The range of a turn in the log, as indices of its lines; `to` is exclusive. */
interface Span {
  from: number;
  to: number;
}

/** Returns the ranges of the turns in a log, oldest first. */
function spansOf(log: LogLine[]): Span[] {
  const spans: Span[] = [];
  log.forEach(({ turn }, index) => {
    const last = spans.at(-1);
    if (last && log[last.from]?.turn === turn) last.to = index + 1;
    else spans.push({ from: index, to: index + 1 });
  });
  return spans;
}

/** Summarises one turn. */
function summarise(table: TableState, { from, to }: Span): TurnLine {
  const { turn: number = 0, seat = 'A' } = table.log[from] ?? {};
  const turn: TurnLine = { turn: number, seat, parts: [], lines: [] };
  for (let index = from; index < to; index++) {
    const line = table.log[index];
    if (!line) break;
    if (!HIDDEN.has(line.event.kind)) turn.lines.push(line);
    const started = startedPart(table, line.event, line.seat);
    if (started) turn.parts.push(started);
    else addEffect(turn, line.event, effect(table, table.log, index));
  }
  return turn;
}

/** The summaries of turns, by their first log line. A past turn does not change, so its summary is cached. */
const summaries = new WeakMap<LogLine, { key: string; turn: TurnLine }>();

/** Returns the turns of a log, oldest first, each with its parts in the order of events. */
export function turnLines(table: TableState): TurnLine[] {
  const context = `${language()} ${table.cards.naming} ${table.players.map(({ name }) => name).join()}`;
  const turns = spansOf(table.log).flatMap((span) => {
    const first = table.log[span.from];
    if (!first) return [];
    const key = `${span.to - span.from} ${context}`;
    const known = summaries.get(first);
    if (known?.key === key) return [known.turn];
    const turn = summarise(table, span);
    summaries.set(first, { key, turn });
    return [turn];
  });
  return turns.filter((turn) => turn.parts.length > 0);
}

/** Adds the effect of an event to the last part of its seat. */
function addEffect(turn: TurnLine, event: GameEvent, words: string[]): void {
  const part = turn.parts.findLast((one) => one.seat === actorOf(event)) ?? turn.parts.at(-1);
  if (part) part.words.push(...(event.kind === 'gained' ? words.map((word) => withoutFace(word, part)) : words));
}

/** Removes the resource from a gain if the die has just named it: "Energy +2" instead of "Energy +2 Energy". */
function withoutFace(gain: string, { words }: TurnPart): string {
  const [action = ''] = words;
  return words.length === 1 && gain.endsWith(` ${action}`) ? gain.slice(0, -action.length - 1) : gain;
}

/** Returns a part as text: "Move → PLANET · +1 energy". */
export function partText({ words: [action = '', ...effects] }: TurnPart): string {
  return [action, effects.join(' · ')].filter(Boolean).join(' ');
}

/** Returns a turn as text: "Mira: Move → PLANET, Economy +1; Kepler followed". */
export function turnText(table: TableState, turn: TurnLine): string {
  const text = turn.parts.map((part, i) => `${i ? (part.isFollow ? '; ' : ', ') : ''}${partText(part)}`).join('');
  return `${nameOf(table, turn.seat)}: ${text}`;
}

/** Returns the turns of others after a seat's last one. */
export function turnsSince(table: TableState, seat: SeatId): TurnLine[] {
  const all = turnLines(table);
  const last = all.findLastIndex((turn) => turn.seat === seat && turn.turn < table.view.turn);
  return all.slice(last + 1).filter((turn) => turn.seat !== seat && turn.turn > 0);
}

/** Returns the turns that the viewer may have missed, during the viewer's own turn. */
export function missedTurns({ isTurn, table }: Play): TurnLine[] {
  return isTurn && table.me ? turnsSince(table, table.me) : [];
}

/** Returns the number of missed turns. It is counted once per turn, because the turns of others do not change in the viewer's own turn. */
export function missedCount(play: Play): number {
  return play.isTurn && play.turn > 0 ? untrack(() => missedTurns(play).length) : 0;
}
