// Sentences of the table that are put together from several facts: labels for screen readers, names
// of faces, what a target promises.
import { t, type MessageName } from '../i18n/index.svelte';
import { gainOf, type Target } from './explore';
import type { TableState } from './session';
import type { Face, PlanetCard } from './types';

/** The name of a face, as the edition calls it. */
export function faceName(face: Face, edition: string): string {
  const special = edition === 'blast-off' && (face === 'diplomacy' || face === 'economy' || face === 'colony');
  return t((special ? `face.${face}.blast` : `face.${face}`) as MessageName);
}

/** What a face does, in one sentence. */
export function faceRule(face: Face): { text: string; rule: string } {
  const rules: Record<Face, string> = { move: 'R3.1', energy: 'R3.2', culture: 'R3.3', diplomacy: 'R3.5', economy: 'R3.5', colony: 'R3.6' };
  return { text: t(`does.${face}` as MessageName), rule: rules[face] };
}

/** The card of a planet. */
export function cardOf(table: TableState, planet: string | null | undefined): PlanetCard | undefined {
  return table.cards.planets.find((p) => p.planet === planet);
}

/** How somebody is called in sentences of the table. */
export function nameOf(table: TableState, seat: string | null): string {
  const player = table.players.find((p) => p.seat === seat);
  return player && player.seat === table.me ? t('you') : (player?.name ?? '');
}

/** Where everybody stands at a planet, for the label of its card. */
function shipsAt(table: TableState, slot: number): string {
  const parts = table.view.seats.flatMap((s) =>
    s.ships.flatMap((ship) => {
      const who = nameOf(table, s.seat);
      if (ship.at === 'surface' && ship.slot === slot) return [t('label.landed', { who })];
      if (ship.at === 'orbit' && ship.slot === slot) return [t('label.space', { who, n: ship.space })];
      return [];
    }),
  );
  return parts.length ? parts.join(', ') + '.' : t('label.noships');
}

/** The label of a planet card. */
export function planetLabel(table: TableState, card: PlanetCard, slot: number): string {
  return t('label.planet', {
    name: card.name,
    points: t('points', { n: card.points }),
    resource: faceName(card.resource, table.view.edition),
    end: card.end,
    track: faceName(card.track, table.view.edition),
    ships: shipsAt(table, slot),
    text: card.text,
  });
}

/** What a target would bring, in a word or two. */
export function promise(table: TableState, target: Target): string | null {
  const way = target.ways[0];
  if (!way || !table.me) return null;
  const gain = gainOf(way.events, table.me);
  const planet = cardOf(table, gain.colonises);
  if (planet) return t('promise.colonise', { n: planet.points });
  if (gain.level) return t('promise.level', { n: gain.level });
  const parts = [gain.energy && `${gain.energy > 0 ? '+' : '−'}${Math.abs(gain.energy)} ${t('face.energy')}`, gain.culture && `${gain.culture > 0 ? '+' : '−'}${Math.abs(gain.culture)} ${t('face.culture')}`];
  return parts.filter(Boolean).join(', ') || null;
}

/** The label of a glowing spot. */
export function targetLabel(table: TableState, target: Target): string {
  const gain = promise(table, target);
  const text = target.ways[0]?.text ?? '';
  const [kind, slot, space] = target.spot.split(':');
  const planet = cardOf(table, table.view.row[Number(slot) - 1]);
  if (kind === 'space' && planet && Number(space) > 0)
    return gain ? `${gain}: ${planet.name}` : t('label.advance', { name: planet.name, n: Number(space) });
  if (kind === 'energy' || kind === 'culture') return gain ?? text;
  return gain && kind !== 'disc' ? `${text}: ${gain}` : text;
}

/** Where one of my ships is, to tell it from the others. */
export function shipPlace(table: TableState, number: number): string {
  const ship = table.view.seats.find((s) => s.seat === table.me)?.ships[number - 1];
  if (!ship || ship.at === 'home' || ship.at === 'reserve') return t('ship.home');
  const name = cardOf(table, table.view.row[ship.slot - 1])?.name ?? '';
  return t(ship.at === 'orbit' ? 'ship.orbit' : 'ship.surface', { name });
}

/** Minutes and seconds of a clock; hours or days where it has many. */
export function clockText(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  if (s >= 172_800) return t('time.days', { n: Math.floor(s / 86_400) });
  if (s >= 3600) return t('time.hours', { n: Math.floor(s / 3600) });
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
}
