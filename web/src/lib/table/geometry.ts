// Geometry of a planet card: an orbit is an arc whose last space is always at the lower right, and
// ships that share a space lie nose to tail.

/**
 * The picture of a card, 200 units wide: the centre of the planet, the radii of its orbit and body, the angle of the last space, and the
 * height.
 */
export const BOX = { cx: 100, cy: 98, orbit: 77, body: 46, endAngle: -25, height: 162 };

/** A point, in units of the picture. */
export type Xy = [number, number];

/** Returns the point at an angle (degrees, counter-clockwise from the right) and a distance. */
export function polar(angle: number, r: number): Xy {
  const a = (angle * Math.PI) / 180;
  return [BOX.cx + r * Math.cos(a), BOX.cy - r * Math.sin(a)];
}

/** Returns the angle of a space. The spaces of long tracks are closer together, so that the first one stays above the name. */
export function spaceAngle(lastSpace: number, space: number): number {
  return BOX.endAngle + (lastSpace - space) * Math.min(46, 228 / lastSpace);
}

/** Returns an SVG path along a circle of radius `r`, clockwise between two angles. */
export function arc(from: number, to: number, r: number): string {
  const [x0, y0] = polar(from, r);
  const [x1, y1] = polar(to, r);
  const large = Math.abs(from - to) > 180 ? 1 : 0;
  return `M${x0.toFixed(1)} ${y0.toFixed(1)}A${r} ${r} 0 ${large} 1 ${x1.toFixed(1)} ${y1.toFixed(1)}`;
}

/** Returns the offset of ship i of k on one space: degrees along the orbit, and units outwards. */
export function spaceOffset(k: number, i: number): [number, number] {
  const firstLaneCount = k < 3 ? k : Math.ceil(k / 2);
  const outer = i >= firstLaneCount;
  const n = outer ? k - firstLaneCount : firstLaneCount;
  const at = outer ? i - firstLaneCount : i;
  return [((n - 1) / 2 - at) * (k > 3 ? 15 : 18), outer ? 17 : 0];
}

/** Returns the offset of ship i of k on a crowded space, fanned out so that each ship can be seen and pointed at. */
export function fan(k: number, i: number): [number, number] {
  return [((k - 1) / 2 - i) * 21, 19];
}

/** Returns the angle of ship i of k on the surface. */
export function surfaceAngle(k: number, i: number): number {
  return 90 - (i - (k - 1) / 2) * 28;
}
