// Filters the cards of an edition for the gallery.
import type { AbilityKind, MissionCard, PlanetCard, Resource, RogueCard, Track } from '../protocol';

/** The chosen filters of planets; null for any. */
export interface Filter {
  resource: Resource | null;
  track: Track | null;
  points: number | null;
  kind: AbilityKind | null;
  text: string;
}

/** All kinds of abilities, in the order of the filters. */
export const KINDS: readonly AbilityKind[] = ['resources', 'ships', 'dice', 'empire', 'planets', 'follow'];

/** Returns whether a text contains a search term; ignores case. */
const hasText = (text: string, search: string): boolean => text.toLowerCase().includes(search.trim().toLowerCase());

/** Returns the matching planets, by points, then by name. */
export function planetsOf(planets: PlanetCard[], { resource, track, points, kind, text }: Filter): PlanetCard[] {
  const fits = (p: PlanetCard) =>
    (!resource || p.resource === resource) &&
    (!track || p.track === track) &&
    (points === null || p.points === points) &&
    (!kind || p.kinds.includes(kind)) &&
    hasText(`${p.name} ${p.text}`, text);
  return planets.filter(fits).sort((a, b) => a.points - b.points || a.name.localeCompare(b.name));
}

/** Returns the missions whose name or condition contains a text. */
export const missionsOf = (missions: MissionCard[], text: string): MissionCard[] =>
  missions.filter((m) => hasText(`${m.name} ${m.text}`, text));

/** Returns the Rogues whose name or attacks contain a text. */
export const roguesOf = (rogues: RogueCard[], text: string): RogueCard[] =>
  rogues.filter((r) => hasText([r.name, ...r.attacks].join(' '), text));

/** Returns the points that planets are worth, each once, in order. */
export const pointsOf = (planets: PlanetCard[]): number[] => [...new Set(planets.map((p) => p.points))].sort((a, b) => a - b);
