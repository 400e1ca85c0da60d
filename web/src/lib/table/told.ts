// Explanations of the table's pieces: dice, planets, ships, tracks, missions.
import { t, type MessageName } from '../i18n/index.svelte';
import type { Explanation } from '../ui/explain.svelte';
import type { TableState } from './session';
import { seatOf, type Face, type PlanetCard, type Seat } from './types';
import { cardOf, faceName, nameOf, shipsAt, worded } from './words';

const RULES: Record<Face, string> = { move: 'R3.1', energy: 'R3.2', culture: 'R3.3', diplomacy: 'R3.5', economy: 'R3.5', colony: 'R3.6' };

/** Explains a die. */
export function toldDie(table: TableState, face: Face): Explanation {
  return { title: faceName(face, table.cards.naming), text: worded(`does.${face}` as MessageName, table.cards.naming), rule: RULES[face] };
}

/** Explains a planet of the row: its ability, resource, orbit and ships. */
export function toldPlanet(table: TableState, card: PlanetCard, slot: number): Explanation {
  const { naming } = table.cards;
  const facts = t('told.planet', {
    points: worded('points', naming, { n: card.points }),
    resource: faceName(card.resource, naming),
    n: card.end,
    track: faceName(card.track, naming),
  });
  return { title: card.name, text: card.text, more: [facts, ...shipsAt(table, slot)], rule: 'R8.1' };
}

/** Explains a colony. */
export function toldColony(card: PlanetCard | undefined, used: 'used' | 'unused'): Explanation | null {
  if (!card) return null;
  return { title: card.name, text: card.text, more: used === 'used' ? [t('told.used')] : [], rule: 'R3.6' };
}

/** Describes where a ship is and what it does there. */
function toldPlace(table: TableState, ship: Seat['ships'][number] | undefined): string {
  if (!ship || ship.at === 'reserve') return t('told.ship.reserve');
  if (ship.at === 'home') return t('told.ship.home');
  const card = cardOf(table, table.view.row[ship.slot - 1]);
  if (!card) return '';
  const { naming } = table.cards;
  if (ship.at === 'surface') return t('told.ship.surface', { name: card.name, resource: faceName(card.resource, naming) });
  return t('told.ship.orbit', {
    name: card.name,
    space: ship.space,
    end: card.end,
    n: card.end - ship.space,
    track: faceName(card.track, naming),
  });
}

/** Explains a ship. */
export function toldShip(table: TableState, seat: string, number: number): Explanation {
  const title = seat === table.me ? t('told.ship.mine', { n: number }) : t('told.ship', { who: nameOf(table, seat), n: number });
  return { title, text: toldPlace(table, seatOf(table.view, seat)?.ships[number - 1]), rule: 'R3.1' };
}

/** Explains rerolls in this edition. */
export function toldReroll(table: TableState): Explanation {
  const free = table.cards.reroll === 'first-free';
  return { title: t('reroll'), text: t(free ? 'does.reroll' : 'does.reroll.paid'), rule: free ? 'R4.1' : 'R4.2' };
}

/** Explains the converter in this edition. */
export function toldConverter(table: TableState): Explanation {
  const two = table.cards.convert === 'two-for-one';
  return { title: t('converter'), text: t(two ? 'does.convert' : 'does.convert.paid'), rule: two ? 'R5.1' : 'R5.2' };
}

/** Summarises the resources, level, dice and ships of a seat. */
export function toldSeat(table: TableState, seat: Seat): Explanation {
  const ships = seat.ships.filter((s) => s.at !== 'reserve').length;
  const text = t('told.seat', { energy: seat.energy, culture: seat.culture, level: seat.level, dice: seat.dice, ships });
  return {
    title: nameOf(table, seat.seat),
    text,
    more: seat.ships.flatMap((s) => (s.at === 'reserve' ? [] : [toldPlace(table, s)])),
    rule: 'R1.8',
  };
}
