// The worked examples of the rules, with the numbers and cards of an edition.
import { t } from '../i18n/index.svelte';
import type { Cards, EditionDescription, Face, PlanetCard } from '../protocol';
import { faceName } from '../table/labels';

/** Returns the planet of the example about orbits: the first whose track ends at space 3. */
export function orbitPlanet({ planets }: Cards): PlanetCard | undefined {
  return planets.find((p) => p.end === 3) ?? planets[0];
}

/** Returns the planet of the example about energy: the first energy planet with a short track, or else the first energy planet. */
export function energyPlanet({ planets }: Cards): PlanetCard | undefined {
  return planets.find((p) => p.resource === 'energy' && p.end <= 3) ?? planets.find((p) => p.resource === 'energy');
}

/** Returns the planet of the example about rulings: the first whose owner gains resources when others follow. */
export function rewardPlanet({ planets }: Cards): PlanetCard | undefined {
  return planets.find(({ kinds }) => kinds.includes('follow') && kinds.includes('resources'));
}

/** Returns the first planet whose ability affects only following. */
export function followPlanet({ planets }: Cards): PlanetCard | undefined {
  return planets.find(({ kinds }) => kinds.every((kind) => kind === 'follow'));
}

/** The dice of the examples, as rolled. */
export const ROLL: Face[] = ['move', 'energy', 'culture', 'colony'];

/** The number of ships with which the Rogue begins, all at home (R12.1). */
export const ROGUE_SHIPS = 4;

/** Returns the example of a chapter; null if it has none. */
export function exampleOf(chapter: string, cards: Cards, about: EditionDescription): string | null {
  const face = (of: Face) => faceName(of, cards.naming);
  const level = (n: number) => cards.levels[n - 1] ?? { cost: 0, dice: 0, ships: 0, points: 0 };
  const [orbit, energy, reward, follow] = [orbitPlanet(cards), energyPlanet(cards), rewardPlanet(cards), followPlanet(cards)];
  switch (chapter) {
    case 'R1':
      return t('example.R1');
    case 'R2':
      return t('example.R2', { n: level(1).dice, face: face('move') });
    case 'R3':
      return energy
        ? t(about.home_energy ? 'example.R3.home' : 'example.R3.away', { planet: energy.name, n: 1 + about.home_energy })
        : null;
    case 'R4':
      return t(`example.R4.${about.reroll}`);
    case 'R5':
      return t(`example.R5.${about.convert}`, { face: face('economy') });
    case 'R6':
      return t('example.R6', { n: level(3).cost, points: level(3).points, before: level(2).points });
    case 'R7':
      return t('example.R7', { face: face('economy') });
    case 'R8':
      return orbit ? t('example.R8', { planet: orbit.name, points: orbit.points, n: orbit.end, face: face(orbit.track) }) : null;
    case 'R9':
      return t('example.R9', { n: about.cap, before: about.cap - 1 });
    case 'R10':
      return reward ? t('example.R10', { planet: reward.name, text: reward.text }) : null;
    case 'R11':
      return scoring(cards, about);
    case 'R12':
      return cards.rogues.length
        ? t('example.R12', { n: cards.rogue_levels[0]?.dice ?? 0, ships: ROGUE_SHIPS, face: face('energy') })
        : null;
    case 'R13':
      return t('example.R13', { n: about.followable, dice: about.dice });
    case 'R14':
      return follow ? t('example.R14', { planet: follow.name, text: follow.text }) : null;
    default:
      return null;
  }
}

/** Returns an example of a final score: planets and the highest level reach exactly the goal, plus a mission if the edition has any. */
export function finalScore({ levels, missions }: Cards, { goal }: EditionDescription) {
  const empire = levels.at(-1)?.points ?? 0;
  const mission = missions[0];
  return { planets: goal - empire, empire, mission, total: goal + (mission?.points ?? 0) };
}

function scoring(cards: Cards, about: EditionDescription): string {
  const { planets, empire, mission, total } = finalScore(cards, about);
  const text = t('example.R11', { planets, empire, sum: about.goal });
  return mission ? `${text} ${t('example.R11.mission', { mission: mission.name, n: mission.points, total })}` : text;
}

/** Returns the length of the orbits for each number of points. */
export function orbitSteps({ planets }: Cards): { points: number; steps: number }[] {
  const steps = new Map(planets.map((p) => [p.points, p.end]));
  return [...steps].map(([points, end]) => ({ points, steps: end })).sort((a, b) => a.points - b.points);
}
