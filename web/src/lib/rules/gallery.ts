// Filters the planets of an edition for the gallery.
import type { PlanetCard, Resource, Track } from '../protocol';

/** The chosen filters; null for any. */
export interface Filter {
  resource: Resource | null;
  track: Track | null;
  text: string;
}

/** Returns the matching planets, by points, then by name. */
export function planetsOf(planets: PlanetCard[], { resource, track, text }: Filter): PlanetCard[] {
  const wanted = text.trim().toLowerCase();
  const fits = (p: PlanetCard) =>
    (!resource || p.resource === resource) &&
    (!track || p.track === track) &&
    (!wanted || `${p.name} ${p.text}`.toLowerCase().includes(wanted));
  return planets.filter(fits).sort((a, b) => a.points - b.points || a.name.localeCompare(b.name));
}
