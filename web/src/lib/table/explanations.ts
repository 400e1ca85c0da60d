// Explanations of the table's pieces: dice, planets, ships, tracks, missions.
import { t } from '../i18n/index.svelte';
import type { Terms } from '../protocol';
import type { Explanation } from '../ui/explain.svelte';
import type { TableState } from './session';
import { seatOf, type Face, type PlanetCard, type Galaxy } from './types';
import { cardOf, faceName, nameOf, shipsAt, termText } from './labels';

/** Explains a part of the game in the terms of the edition. */
export function explainTerm(table: TableState, term: Exclude<keyof Terms, 'missions'>): Explanation {
  const about = table.edition.terms[term];
  return { title: about.name, text: about.text, rule: about.rule };
}

/** Explains a die. */
export function explainDie(table: TableState, face: Face): Explanation {
  const about = table.edition.faces.find((described) => described.face === face)?.about;
  return { title: about?.name ?? face, text: about?.text ?? '', rule: about?.rule };
}

/** Explains the activation bay. In a solo game nobody follows the player's dice. */
export function explainBay(table: TableState): Explanation {
  return table.view.rogue ? { title: t('bay'), text: t('bay.solo'), rule: 'R12.6' } : explainTerm(table, 'bay');
}

/** Explains a planet of the row: its ability, resource, orbit and ships. */
export function explainPlanet(table: TableState, card: PlanetCard, slot: number): Explanation {
  const { naming } = table.cards;
  const facts = t('explain.planet', {
    points: termText('points', naming, { n: card.points }),
    resource: faceName(card.resource, naming),
    n: card.end,
    track: faceName(card.track, naming),
  });
  return { title: card.name, text: card.text, more: [facts, ...shipsAt(table, slot)], rule: 'R8.1' };
}

/** Explains a colony. */
export function explainColony(card: PlanetCard | undefined, used: 'used' | 'unused'): Explanation | null {
  if (!card) return null;
  return { title: card.name, text: card.text, more: used === 'used' ? [t('explain.used')] : [], rule: 'R3.6' };
}

/** Describes where a ship is and what it does there. */
function describeShipPlace(table: TableState, ship: Galaxy['ships'][number] | undefined): string {
  if (!ship || ship.at === 'reserve') return t('explain.ship.reserve');
  if (ship.at === 'home') return table.edition.terms.home.text;
  const card = cardOf(table, table.view.row[ship.slot - 1]);
  if (!card) return '';
  const { naming } = table.cards;
  if (ship.at === 'surface') return t('explain.ship.surface', { name: card.name, resource: faceName(card.resource, naming) });
  return t('explain.ship.orbit', {
    name: card.name,
    space: ship.space,
    end: card.end,
    n: card.end - ship.space,
    track: faceName(card.track, naming),
  });
}

/** Explains a ship. */
export function explainShip(table: TableState, seat: string, number: number): Explanation {
  const title = seat === table.me ? t('explain.ship.mine', { n: number }) : t('explain.ship', { who: nameOf(table, seat), n: number });
  return { title, text: describeShipPlace(table, seatOf(table.view, seat)?.ships[number - 1]), rule: 'R3.1' };
}

/** Explains rerolls in this edition. */
export const explainReroll = (table: TableState): Explanation => explainTerm(table, 'reroll');

/** Explains the converter in this edition. */
export const explainConverter = (table: TableState): Explanation => explainTerm(table, 'converter');

/** Summarises the resources, level, dice and ships of a seat. */
export function explainSeat(table: TableState, seat: Galaxy): Explanation {
  const ships = seat.ships.filter((s) => s.at !== 'reserve').length;
  const text = t('explain.seat', { energy: seat.energy, culture: seat.culture, level: seat.level, dice: seat.dice, ships });
  return {
    title: nameOf(table, seat.seat),
    text,
    more: seat.ships.flatMap((s) => (s.at === 'reserve' ? [] : [describeShipPlace(table, s)])),
    rule: 'R1.8',
  };
}
