// Texts of the table that are composed from several facts: labels for screen readers, names of faces, gains of targets.
import { t, type MessageName, type Params } from '../i18n/index.svelte';
import type { Action } from '../engine';
import { gainOf, type Target } from './explore';
import type { Advice, TableState } from './session';
import type { Naming } from '../protocol';
import type { Face, GameEvent, PlanetCard } from './types';

/** Returns the name of a face in the terms of the edition or deck. */
export function faceName(face: Face, naming: Naming): string {
  const special = naming === 'blast-off' && (face === 'diplomacy' || face === 'economy' || face === 'colony');
  return t(special ? `face.${face}.blast` : `face.${face}`);
}

/** Returns the names of faces, separated by commas. */
export function facesText(faces: readonly Face[], naming: Naming): string {
  return faces.map((face) => faceName(face, naming)).join(', ');
}

/** Messages with a variant in the terms of blast-off. */
const BLAST = {
  points: 'points.blast',
  empire: 'empire.blast',
  'final.by': 'final.by.blast',
  'label.empire': 'label.empire.blast',
  'label.points': 'label.points.blast',
  'decided.level': 'decided.level.blast',
  'tie.level': 'tie.level.blast',
} as const satisfies Partial<Record<MessageName, MessageName>>;

/** Returns a message in the terms of the edition or deck. */
export function termText(name: MessageName, naming: Naming, params: Params = {}): string {
  return t(naming === 'blast-off' && name in BLAST ? BLAST[name as keyof typeof BLAST] : name, params);
}

/** Returns the card of a planet. */
export function cardOf(table: TableState, planet: string | null | undefined): PlanetCard | undefined {
  return table.cards.planets.find((p) => p.planet === planet);
}

/** Returns the name of a seat, as in the engine's texts. */
export function nameOf(table: TableState, seat: string | null): string {
  return table.players.find((p) => p.seat === seat)?.name ?? '';
}

/** The maximum length of a name inside a sentence, in characters. */
const MAX_NAME_LENGTH = 18;

/** Shortens a name for a sentence; a shortened name ends in an ellipsis. */
export function shortName(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= MAX_NAME_LENGTH) return name;
  const start = letters.slice(0, MAX_NAME_LENGTH - 1).join('');
  return `${start.trimEnd()}…`;
}

/** Returns the name of a seat, shortened for a sentence. */
export const shortNameOf = (table: TableState, seat: string | null): string => shortName(nameOf(table, seat));

/** The maximum length of a typical ability text, in characters. A longer text makes all cards grow. */
const TYPICAL_ABILITY = 96;

/** Returns the longest typical ability text of the deck. Every card reserves room for it, so that nothing moves when a planet is dealt. */
export function roomForAbility(table: TableState): string {
  const typical = table.cards.planets.map(({ text }) => text).filter((text) => text.length <= TYPICAL_ABILITY);
  return typical.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

/** Describes the ships at a planet. */
export function shipsAt(table: TableState, slot: number): string[] {
  return table.view.seats.flatMap((s) =>
    s.ships.flatMap((ship) => {
      const who = nameOf(table, s.seat);
      if (ship.at === 'surface' && ship.slot === slot) return [t('label.landed', { who })];
      if (ship.at === 'orbit' && ship.slot === slot) return [t('label.space', { who, n: ship.space })];
      return [];
    }),
  );
}

/** Returns the label of a planet card. */
export function planetLabel(table: TableState, card: PlanetCard, slot: number): string {
  const ships = shipsAt(table, slot).join(', ');
  return t('label.planet', {
    name: card.name,
    points: termText('points', table.cards.naming, { n: card.points }),
    resource: faceName(card.resource, table.cards.naming),
    end: card.end,
    track: faceName(card.track, table.cards.naming),
    ships: ships ? `${ships}.` : t('label.noships'),
    text: card.text,
  });
}

/** Returns the gain of a target, in a word or two. */
export function gainText(table: TableState, target: Target): string | null {
  const path = target.paths[0];
  if (!path || !table.me) return null;
  const gain = gainOf(path.events, table.me);
  const planet = cardOf(table, gain.colonises);
  if (planet) return t('gain.colonise', { n: planet.points });
  if (gain.level) return t('gain.level', { n: gain.level });
  const parts = [
    gain.energy && `${gain.energy > 0 ? '+' : '−'}${Math.abs(gain.energy)} ${t('face.energy')}`,
    gain.culture && `${gain.culture > 0 ? '+' : '−'}${Math.abs(gain.culture)} ${t('face.culture')}`,
  ];
  return parts.filter(Boolean).join(', ') || null;
}

/** Returns the possible gains of a follow, best first: colonies, levels, resources, then other effects. */
export function followGains(table: TableState, targets: Target[], atOnce: GameEvent[]): { text: string; weight: number }[] {
  const gained = atOnce.filter((e) => e.kind === 'gained');
  const all = [...targets, { spot: '', paths: [{ steps: [], last: undefined, text: '', ship: null, events: gained, open: false }] }];
  const weighed = all.flatMap((target) => {
    const text = target.spot ? targetLabel(table, target) : gainText(table, target);
    return text ? [{ text, weight: weightOf(table, target) }] : [];
  });
  return weighed.sort((a, b) => b.weight - a.weight).filter((w, i, all) => all.findIndex((x) => x.text === w.text) === i);
}

function weightOf(table: TableState, target: Target): number {
  const gain = gainOf(target.paths[0]?.events ?? [], table.me ?? 'A');
  const planet = cardOf(table, gain.colonises);
  return planet ? 20 + planet.points : gain.level ? 10 + gain.level : Math.max(0, gain.energy + gain.culture);
}

/** Returns the label of a glowing spot. */
export function targetLabel(table: TableState, target: Target): string {
  const gain = gainText(table, target);
  const text = target.paths[0]?.text ?? '';
  const [kind, slot, space] = target.spot.split(':');
  const planet = cardOf(table, table.view.row[Number(slot) - 1]);
  if (kind === 'space' && planet && Number(space) > 0)
    return gain ? `${gain}: ${planet.name}` : t('label.advance', { name: planet.name, n: Number(space) });
  if (kind === 'energy' || kind === 'culture') return gain ?? text;
  if (isIdleLanding(target)) return t('land.nothing.text', { text });
  return gain && kind !== 'disc' ? `${text}: ${gain}` : text;
}

/** Returns whether a landing would not use the planet's ability because the ability would have no effect. */
export function isIdleLanding({ spot, paths }: Target): boolean {
  return spot.startsWith('disc:') && paths.every((path) => !path.open && !path.events.some((e) => e.kind === 'ability-used'));
}

/** Returns where a ship is and the name of its planet; null if the ship is at home or in reserve. */
function shipAt(table: TableState, seat: string | null, number: number): { at: string; name: string } | null {
  const ship = table.view.seats.find((s) => s.seat === seat)?.ships[number - 1];
  if (!ship || ship.at === 'home' || ship.at === 'reserve') return null;
  return { at: ship.at, name: cardOf(table, table.view.row[ship.slot - 1])?.name ?? '' };
}

/** Describes where one of the viewer's ships is, to distinguish it from the others. */
export function shipPlace(table: TableState, number: number): string {
  const ship = shipAt(table, table.me, number);
  if (!ship) return t('ship.home');
  return t(ship.at === 'orbit' ? 'ship.orbit' : 'ship.surface', { name: ship.name });
}

const SHIP_TEXTS = { advance: 'ship.advance', regress: 'ship.regress', home: 'ship.return' } as const;

/** Returns the text of an action; ships are named by where they are on the board, not by number. */
export function actionText(table: TableState, action: Action | undefined, text: string): string {
  if (action?.kind === 'ship') return shipPlace(table, action.ship);
  if (action?.kind !== 'advance' && action?.kind !== 'regress' && action?.kind !== 'home') return text;
  const seat = 'seat' in action ? action.seat : table.me;
  const ship = shipAt(table, seat, action.ship);
  return ship ? t(SHIP_TEXTS[action.kind], { name: ship.name, who: shortNameOf(table, seat) }) : text;
}

/** Describes a move in one line: dice by name, ships by their location. */
export function adviceText(table: TableState, { actions, texts: words }: Advice): string {
  const [first] = actions;
  const facesOf = (kind: 'die' | 'face') =>
    actions.flatMap((action) => (action.kind === kind ? [faceName(action.face, table.cards.naming)] : []));
  const texts = words.map((text, i) => actionText(table, actions[i], text));
  if (first?.kind === 'activate') return [faceName(first.face, table.cards.naming), ...texts.slice(1)].join(' → ');
  if (first?.kind !== 'reroll' && first?.kind !== 'convert') return texts.join(' → ');
  return [`${t(first.kind)}: ${facesOf('die').join(', ')}`, ...facesOf('face')].join(' → ');
}

/** Formats a clock: minutes and seconds below an hour, otherwise rounded hours, and full days from two days on. */
export function clockText(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  if (s < 3600) return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
  const hours = Math.round(s / 3600);
  return hours < 48 ? t('time.hours', { n: hours }) : t('time.days', { n: Math.floor(hours / 24) });
}
