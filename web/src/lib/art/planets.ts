// Procedural planets. The same seed gives the same planet on every machine. The functions are pure, so
// they run in a worker. The light comes from the upper left on all planets, so that a row of cards looks
// consistent. painter.ts handles workers and caches.

/** The kinds of planets. */
export const KINDS = ['gas', 'ringed', 'ice', 'lava', 'ocean', 'barren'] as const;
/** A kind of planet. */
export type Kind = (typeof KINDS)[number];
/** The properties of a planet that are known before it is painted. */
export interface Look {
  kind: Kind;
  accent: string;
}

type Rgb = [number, number, number];
type Vec = [number, number, number];
type Random = () => number;
/** Returns the colour at a position of a ramp, from 0 to 1. */
type Tone = (t: number) => Rgb;
/** One point of a surface: red, green, blue, height, shine (reflection) and glow (own light). */
type Point = [number, number, number, number, number, number];
/** Writes the surface point in a direction from the planet's centre into `out`. */
type Surface = (x: number, y: number, z: number, out: Point) => void;
/** The colours of a planet, as hexadecimal codes. `atmo` is the atmosphere. */
interface Palette {
  ramp: string[];
  glow?: string[];
  land?: string[];
  atmo: string;
  accent: string;
}
/** Gradient noise, and its sum over octaves (fractional Brownian motion). */
interface Noise {
  noise: (x: number, y: number, z: number) => number;
  fbm: (x: number, y: number, z: number, scale: number, octaves: number) => number;
}

const NIGHT: Rgb = [14, 17, 46]; // colour of the shadow side, which is never black
const { sqrt, abs, min, max, floor, imul } = Math;

const GAS: Palette[] = [
  { ramp: ['#7c4630', '#b9683d', '#e6a868', '#f8e2b8', '#d58a57', '#9a5238'], atmo: '#ffd7a1', accent: '#d98a4e' },
  { ramp: ['#2b4f86', '#4184b8', '#8ccbe0', '#eef6ee', '#62a8cf', '#3566a0'], atmo: '#a9e2ff', accent: '#4a92c8' },
  { ramp: ['#6b2f63', '#a64f86', '#e394ae', '#fbe0d6', '#c56b93', '#843f78'], atmo: '#ffbfd9', accent: '#c3638f' },
  { ramp: ['#2f6a5b', '#58987a', '#a9cf93', '#f2f3cc', '#7fb58a', '#3c7d6a'], atmo: '#d4f7bd', accent: '#64a878' },
  { ramp: ['#59408f', '#8466bd', '#c0a3e2', '#f3e3f1', '#9d7fd0', '#6a4da3'], atmo: '#d9c4ff', accent: '#8f72cc' },
];
const PALETTES: Record<Kind, Palette[]> = {
  gas: GAS,
  ringed: GAS,
  ice: [
    { ramp: ['#3f78b8', '#74b3e0', '#aedcf2', '#e2f5fb', '#ffffff'], atmo: '#bfeaff', accent: '#7ab8e2' },
    { ramp: ['#5566b8', '#8b9be6', '#c2cbf8', '#eceffe', '#ffffff'], atmo: '#ccd4ff', accent: '#8f9ee6' },
    { ramp: ['#2f8793', '#6cc3c2', '#b3e8de', '#e6faf3', '#ffffff'], atmo: '#b4fff0', accent: '#62bdb8' },
  ],
  lava: [
    {
      ramp: ['#2a181c', '#442427', '#633430', '#8a4a3c'],
      glow: ['#8c1d12', '#f0501c', '#ff9a26', '#ffe08a'],
      atmo: '#ff9a5c',
      accent: '#e2562a',
    },
    {
      ramp: ['#241a36', '#3b294f', '#573c68', '#785685'],
      glow: ['#7d1250', '#dd2a70', '#ff6f8e', '#ffd2b4'],
      atmo: '#ff8fb4',
      accent: '#d83c7a',
    },
    {
      ramp: ['#20262b', '#333b3e', '#4e5550', '#707364'],
      glow: ['#8a4a00', '#e29000', '#ffc62e', '#fff4b4'],
      atmo: '#ffd977',
      accent: '#d99a1e',
    },
  ],
  ocean: [
    {
      ramp: ['#0f3f7d', '#17609f', '#2690bd', '#74d3d3'],
      land: ['#efdca6', '#86bd62', '#4b9657', '#9a8660', '#f7f4ea'],
      atmo: '#9fdcff',
      accent: '#2e83bd',
    },
    {
      ramp: ['#104a5c', '#16717b', '#25a096', '#8fe3c4'],
      land: ['#f3d9b6', '#d98b86', '#b5617c', '#8a4a73', '#fbeaf0'],
      atmo: '#a6ffe4',
      accent: '#28a096',
    },
    {
      ramp: ['#2a2f7a', '#3f4da6', '#5f7fd1', '#a5cdf0'],
      land: ['#ffe7b0', '#eab25c', '#cf7f43', '#9c5638', '#fff4e0'],
      atmo: '#b9c8ff',
      accent: '#5f7ad1',
    },
  ],
  barren: [
    { ramp: ['#5b4a42', '#84695a', '#ad8d75', '#d0b394', '#ecd9bb'], atmo: '#f0d9b8', accent: '#b08f72' },
    { ramp: ['#4e5364', '#70768a', '#979db0', '#bec3d1', '#e3e6ee'], atmo: '#cfd6e8', accent: '#8d94aa' },
    { ramp: ['#6b2f27', '#98483a', '#c16a50', '#dd946f', '#f2c39b'], atmo: '#ffc09a', accent: '#c06a50' },
  ],
};

/** Returns the FNV-1a hash of a text, with a final mixing step. */
export function hash(text: string): number {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = imul(h ^ text.charCodeAt(i), 16777619);
  h = imul(h ^ (h >>> 16), 2246822507);
  h = imul(h ^ (h >>> 13), 3266489909);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Returns a Mulberry32 generator of numbers from 0 up to, but not including, 1. */
export function random(seed: number): Random {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = imul(a ^ (a >>> 15), 1 | a);
    t = (t + imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const clamp = (x: number, a = 0, b = 1) => (x < a ? a : x > b ? b : x);
const smooth = (a: number, b: number, x: number) => {
  const t = clamp((x - a) / (b - a));
  return t * t * (3 - 2 * t);
};
const unit = (x: number, y: number, z: number): Vec => {
  const l = sqrt(x * x + y * y + z * z);
  return [x / l, y / l, z / l];
};
const dot = (a: Vec, b: Vec) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const rgb = (hex: string): Rgb => [parseInt(hex.slice(1, 3), 16), parseInt(hex.slice(3, 5), 16), parseInt(hex.slice(5, 7), 16)];
const pick = <T>(list: T[], at: number): T => list[min(list.length - 1, floor(at))] as T;
function blend(o: Rgb | Point, c: Rgb, t: number): void {
  o[0] += (c[0] - o[0]) * t;
  o[1] += (c[1] - o[1]) * t;
  o[2] += (c[2] - o[2]) * t;
}
/** The direction of the light. */
const LIGHT = unit(-0.6, -0.58, 0.52);
/** The unit vector half-way between the light and the viewer, for highlights (Blinn-Phong). */
const HALF = unit(LIGHT[0], LIGHT[1], LIGHT[2] + 1);

/** Returns a colour ramp as a lookup table of 256 colours, with soft transitions. */
function bake(hexes: string[], soft = 0.36): Tone {
  const colours = hexes.map(rgb);
  const table: Rgb[] = [];
  for (let k = 0; k < 256; k++) {
    const x = (k / 255) * (colours.length - 1);
    const i = min(colours.length - 2, floor(x));
    const o: Rgb = [...pick(colours, i)];
    blend(o, pick(colours, i + 1), smooth(0.5 - soft, 0.5 + soft, x - i));
    table.push(o);
  }
  return (t) => table[floor(clamp(t) * 255)] as Rgb;
}

/** Creates three-dimensional gradient noise. */
function makeNoise(next: Random): Noise {
  const P = new Uint8Array(1024);
  const p = Uint8Array.from({ length: 256 }, (_, i) => i);
  const gx = new Float64Array(1024);
  const gy = new Float64Array(1024);
  const gz = new Float64Array(1024);
  for (let i = 255; i > 0; i--) {
    const j = floor(next() * (i + 1));
    const swapped = p[i]!;
    p[i] = p[j]!;
    p[j] = swapped;
  }
  for (let i = 0; i < 1024; i++) {
    // A table of the gradients: the twelve edge directions of a cube. It avoids branches in `grad`.
    const h = (P[i] = p[i & 255]!) % 12;
    const s = h & 1 ? -1 : 1;
    const r = h & 2 ? -1 : 1;
    gx[i] = h < 8 ? s : 0;
    gy[i] = h < 4 ? r : h < 8 ? 0 : s;
    gz[i] = h < 4 ? 0 : r;
  }
  const fade = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);
  const grad = (i: number, x: number, y: number, z: number) => gx[i]! * x + gy[i]! * y + gz[i]! * z;
  const noise = (px: number, py: number, pz: number) => {
    const X = floor(px);
    const Y = floor(py);
    const Z = floor(pz);
    const x = px - X;
    const y = py - Y;
    const z = pz - Z;
    const u = fade(x);
    const v = fade(y);
    const xi = X & 255;
    const yi = Y & 255;
    const zi = Z & 255;
    const A = P[xi]! + yi;
    const B = P[xi + 1]! + yi;
    const a = P[A]! + zi;
    const b = P[B]! + zi;
    const c = P[A + 1]! + zi;
    const d = P[B + 1]! + zi;
    const n0 = grad(a, x, y, z);
    const n1 = grad(b, x - 1, y, z);
    const n2 = grad(c, x, y - 1, z);
    const n3 = grad(d, x - 1, y - 1, z);
    const m0 = grad(a + 1, x, y, z - 1);
    const m1 = grad(b + 1, x - 1, y, z - 1);
    const m2 = grad(c + 1, x, y - 1, z - 1);
    const m3 = grad(d + 1, x - 1, y - 1, z - 1);
    const p0 = n0 + (n1 - n0) * u;
    const p1 = n2 + (n3 - n2) * u;
    const q0 = m0 + (m1 - m0) * u;
    const q1 = m2 + (m3 - m2) * u;
    const pp = p0 + (p1 - p0) * v;
    return pp + (q0 + (q1 - q0) * v - pp) * fade(z);
  };
  const fbm = (x: number, y: number, z: number, scale: number, octaves: number) => {
    let sum = 0;
    let a = 0.55;
    let k = scale;
    for (let i = 0; i < octaves; i++) {
      sum += a * noise(x * k + i * 7.1, y * k + 3.7, z * k + 1.3);
      a *= 0.5;
      k *= 2.03;
    }
    return sum;
  };
  return { noise, fbm };
}

function gas(P: Palette, { noise, fbm }: Noise, R: Random): Surface {
  const tone = bake(P.ramp);
  const n = 3.2 + R() * 3;
  const turb = 0.1 + R() * 0.13;
  const ph = R() * 9;
  const stormSize = 0.17 + R() * 0.12;
  const [stormX, stormY, stormZ] = unit(R() - 0.5, (R() - 0.5) * 0.8, 0.75);
  const eye = rgb(pick(P.ramp, R() * 2));
  const rim = rgb(pick(P.ramp, 3));
  return (x, y, z, o) => {
    const w = fbm(x * 1.1, y * 3.2, z * 1.1, 1.7, 4);
    const dy = (y - stormY) * 1.9;
    // The distance from the centre of the storm, in multiples of its size.
    const stormDistance = sqrt((x - stormX) ** 2 + dy * dy + (z - stormZ) ** 2) / stormSize;
    const lat = y + w * turb + (stormDistance < 3 ? 0.1 * Math.exp(-stormDistance * stormDistance * 0.7) * (dy > 0 ? 1 : -1) : 0);
    blend(o, tone(0.5 + 0.62 * noise(lat * n, ph, 2.5) + 0.42 * noise(lat * n * 2.6, ph + 4, 7.7) + w * 0.12), 1);
    if (stormDistance < 1.25) {
      blend(o, rim, smooth(1.25, 0.85, stormDistance) * 0.75);
      blend(o, eye, smooth(0.72, 0.5, stormDistance) * 0.9);
    }
  };
}

function ice(P: Palette, { fbm }: Noise, R: Random): Surface {
  const tone = bake(P.ramp);
  const f = 1.5 + R();
  const k = R() * 20;
  const deep = rgb(pick(P.ramp, 0));
  return (x, y, z, o) => {
    const h = fbm(x, y, z, f, 4);
    const cap = smooth(0.55, 0.85, abs(y) + h * 0.25);
    blend(o, tone(0.52 + h * 0.85 + cap * 0.4), 1);
    blend(o, deep, 0.66 * clamp(1 - abs(fbm(x + k, y, z, 2.1, 3)) * 7.5) * (1 - cap));
    o[3] = h * 0.28;
    o[4] = 0.25;
  };
}

function lava(P: Palette, { fbm }: Noise, R: Random): Surface {
  const tone = bake(P.ramp);
  const f = 1.25 + R() * 0.6;
  const k = R() * 20;
  return (x, y, z, o) => {
    const h = fbm(x, y, z, f * 1.9, 4);
    const w = fbm(x + k, y, z, 1.6, 2) * 0.5;
    const heat = smooth(-0.2, 0.34, fbm(z, x + k, y, 1.15, 2)); // some regions glow less than others
    blend(o, tone(0.5 + h * 0.9), 1);
    o[3] = h * 0.8;
    o[5] = smooth(0.095 + heat * 0.05, 0, abs(fbm(x + w, y - w, z + k, f, 4))) * (0.25 + 0.75 * heat);
  };
}

function ocean(P: Palette, { fbm }: Noise, R: Random): Surface {
  const sea = bake(P.ramp);
  const ground = bake(P.land ?? P.ramp);
  const f = 1.15 + R() * 0.55;
  const level = 0.03 + R() * 0.09;
  const k = R() * 30;
  const cloud = 0.1 + R() * 0.08;
  const snow: Rgb = [250, 252, 255];
  return (x, y, z, o) => {
    const h = fbm(x, y, z, f, 5) - level;
    const lat = abs(y);
    const land = smooth(-0.008, 0.008, h);
    blend(o, sea(0.92 + h * 2.6), 1);
    if (land > 0) blend(o, ground(h * 2.3 + lat * lat * 0.22), land);
    blend(o, snow, smooth(0.86, 0.93, lat + h * 0.3));
    const c = smooth(cloud, cloud + 0.16, fbm(x * 1.2 + k, y * 2.3, z * 1.2, 1.7, 4));
    blend(o, snow, c * 0.88);
    o[3] = land * h * 0.9 + c * 0.05;
    o[4] = (1 - land) * (1 - c) * 0.8;
  };
}

function barren(P: Palette, { fbm }: Noise, R: Random): Surface {
  const tone = bake(P.ramp);
  const f = 1.4 + R();
  const craters = Array.from({ length: 34 }, () => ({ p: unit(R() - 0.5, R() - 0.5, R() - 0.5), r: 0.06 + 0.26 * R() ** 2.6 }));
  return (x, y, z, o) => {
    let h = fbm(x, y, z, f, 5) * 0.55;
    let t = h * 1.2;
    for (const { p, r } of craters) {
      const c = x * p[0] + y * p[1] + z * p[2];
      if (c < 1 - r * r) continue; // farther than 1.41 r from the centre of the crater
      const d = sqrt(max(0, 2 - 2 * c)) / r;
      h += r * (d < 1 ? (d * d - 1) * 0.9 + 0.3 : 0.3 * smooth(1.4, 1, d));
      t += d < 0.92 ? -0.16 : 0.1 * smooth(1.4, 1, d);
    }
    blend(o, tone(0.54 + t), 1);
    o[3] = h;
  };
}

const SURFACES: Record<Kind, (P: Palette, N: Noise, R: Random) => Surface> = { gas, ringed: gas, ice, lava, ocean, barren };

/** Returns the generator, kind and palette of a planet. */
function recipe(seed: string, kind?: Kind) {
  const R = random(hash('planet:' + seed));
  const chosen = kind ?? pick([...KINDS], R() * KINDS.length);
  if (kind) R(); // Skip the random number that choosing a kind would have used, so that the rest stays the same.
  return { R, kind: chosen, P: pick(PALETTES[chosen], R() * PALETTES[chosen].length) };
}

/** Returns the kind and accent colour of a planet. */
export function look(seed: string, kind?: Kind): Look {
  const r = recipe(seed, kind);
  return { kind: r.kind, accent: r.P.accent };
}

/** The ring of a planet. */
interface Ring {
  /** The normal of its plane. */
  n: Vec;
  /** Returns the opacity at a distance from the centre; writes the colour into `c`. */
  at(rho: number, c?: Rgb): number;
}

function makeRing({ noise }: Noise, R: Random, lean: number): Ring {
  const P = pick(GAS, R() * GAS.length);
  const n = unit(Math.sin(-lean), Math.cos(lean), 0.4 + R() * 0.16);
  const ph = R() * 50;
  const tone = bake(P.ramp.slice(1, 4));
  return {
    n,
    at(rho, c) {
      const k = (rho - 1.24) / 0.46;
      if (k < 0 || k > 1) return 0;
      if (c) blend(c, tone(0.6 + 0.6 * noise(rho * 9, ph, 3)), 1);
      const grain = clamp(0.74 + 0.5 * noise(rho * 15, ph, 0.5) + 0.2 * noise(rho * 44, ph, 9));
      return grain * smooth(0, 0.05, k) * smooth(1, 0.93, k) * (0.1 + 0.9 * smooth(0.025, 0.05, abs(k - 0.6)));
    },
  };
}

/** Returns the surface points of all pixels of the disc, six numbers each. */
function surfaceMap(size: number, rad: number, turn: number, lean: number, surface: Surface): Float32Array {
  const map = new Float32Array(size * size * 6);
  const o: Point = [0, 0, 0, 0, 0, 0];
  const c0 = size / 2;
  const [cs, ss, cl, sl] = [Math.cos(turn), Math.sin(turn), Math.cos(lean), Math.sin(lean)];
  for (let j = 0; j < size; j++)
    for (let i = 0; i < size; i++) {
      let x = (i + 0.5 - c0) / rad;
      let y = (j + 0.5 - c0) / rad;
      const d = sqrt(x * x + y * y);
      if (d > 1 + 2 / rad) continue;
      if (d > 0.999) {
        x *= 0.999 / d;
        y *= 0.999 / d;
      }
      const z = sqrt(1 - x * x - y * y);
      const u = x * cl + y * sl;
      o[3] = o[4] = o[5] = 0;
      surface(u * cs + z * ss, y * cl - x * sl, z * cs - u * ss, o);
      map.set(o, (j * size + i) * 6);
    }
  return map;
}

/** Returns the picture of a planet: RGBA pixels of a square of `size` × `size` pixels, without premultiplied alpha. */
export function pixels(seed: string, size: number, kind?: Kind): Uint8ClampedArray<ArrayBuffer> {
  const { R, P, kind: k0 } = recipe(seed, kind);
  const N = makeNoise(R);
  const surface = SURFACES[k0](P, N, R);
  const out = new Uint8ClampedArray(size * size * 4);
  const rad = size * (k0 === 'ringed' ? 0.29 : 0.42); // rings need room
  const c0 = size / 2;
  const atmo = rgb(P.atmo);
  const airless = k0 === 'barren';
  const turn = R() * 6.28;
  const lean = (R() - 0.5) * (k0 === 'ringed' ? 0.3 : 1) - 0.28;
  const glow = P.glow && bake(P.glow, 0.5);
  const ring = k0 === 'ringed' ? makeRing(N, R, lean) : undefined;
  const map = surfaceMap(size, rad, turn, lean, surface);

  const put = (k: number, c: Rgb, a: number) => {
    if (a <= 0) return;
    const b = (out[k + 3]! / 255) * (1 - a);
    const s = a + b;
    for (let n = 0; n < 3; n++) out[k + n] = (c[n]! * a + out[k + n]! * b) / s;
    out[k + 3] = s * 255;
  };
  const halo = airless ? 0.05 : 0.18;
  const step = max(1, Math.round(rad / 55));
  const c: Rgb = [0, 0, 0];
  const rc: Rgb = [0, 0, 0];
  const white: Rgb = [255, 255, 255];
  const warm: Rgb = [255, 246, 228];
  for (let j = 0; j < size; j++)
    for (let i = 0; i < size; i++) {
      const x = (i + 0.5 - c0) / rad;
      const y = (j + 0.5 - c0) / rad;
      const d = sqrt(x * x + y * y);
      const k = (j * size + i) * 4;
      const body = clamp((1 - d) * rad + 0.5);
      let rz = 0;
      let ra = 0;
      if (ring) {
        // The depth at which the viewing ray of this pixel meets the plane of the ring.
        rz = -(ring.n[0] * x + ring.n[1] * y) / ring.n[2];
        ra = ring.at(sqrt(d * d + rz * rz), rc);
        if (ra) {
          const along = x * LIGHT[0] + y * LIGHT[1] + rz * LIGHT[2];
          const lit = along < 0 ? smooth(0.95, 1.04, sqrt(max(0, d * d + rz * rz - along * along))) : 1;
          blend(rc, NIGHT, 0.8 * (1 - lit));
          if (rz <= 0 || body < 1) put(k, rc, ra);
        }
      }
      if (d > 0.97 && d < 1 + halo)
        put(k, atmo, clamp(1 - (d - 1) / halo) ** 2.6 * clamp(0.3 + (0.9 * (x * LIGHT[0] + y * LIGHT[1])) / d) * (airless ? 0.35 : 0.62));
      if (body <= 0) continue;
      const m = (j * size + i) * 6;
      const e = min(1, 0.999 / d);
      const nx = x * e;
      const ny = y * e;
      const z = sqrt(max(0.001, 1 - nx * nx - ny * ny));
      let ndl = nx * LIGHT[0] + ny * LIGHT[1] + z * LIGHT[2];
      if (d < 0.97) {
        const rise = map[m + 3]! - (map[m + 3 - (step * size + step) * 6] ?? 0);
        ndl += clamp((rise * 0.13 * rad) / step, -0.42, 0.34) * smooth(0.05, 0.45, z);
      }
      let shade = smooth(-0.2, 0.8, ndl);
      if (ring) {
        // The shadow of the ring on the planet.
        const s = -(ring.n[0] * nx + ring.n[1] * ny + ring.n[2] * z) / dot(ring.n, LIGHT);
        if (s > 0) {
          const h: Vec = [nx + LIGHT[0] * s, ny + LIGHT[1] * s, z + LIGHT[2] * s];
          shade *= 1 - 0.6 * ring.at(sqrt(dot(h, h)));
        }
      }
      for (let n = 0; n < 3; n++) c[n] = map[m + n]!;
      blend(c, NIGHT, 0.86 * (1 - shade));
      blend(c, warm, 0.14 * smooth(0.55, 1, ndl));
      const sp = nx * HALF[0] + ny * HALF[1] + z * HALF[2];
      const f = 1 - z;
      if (map[m + 4] && sp > 0.85) blend(c, white, map[m + 4]! * sp ** 42);
      blend(c, atmo, f * f * sqrt(f) * (0.08 + 0.75 * shade) * (airless ? 0.35 : 0.8));
      const g = map[m + 5]!;
      if (g && glow) blend(c, glow(g * 1.02), smooth(0, 0.35, g) * (0.35 + 0.65 * smooth(0.05, 0.5, z)));
      put(k, c, body);
      if (ra && rz > 0) put(k, rc, ra);
    }
  return out;
}
