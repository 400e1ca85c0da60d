// The page's side of painting: sends requests to the worker and caches the URLs of the pictures.
// Pictures are image files, not canvases: a canvas is its own layer, and so is everything over it,
// which cost more per frame than everything else on the table (docs/PERFORMANCE.md).
import type { Kind } from './planets';
import type { Painted, PaintRequest, Subject } from './painter.worker';

let worker: Worker | undefined;
let asked = 0;
const waiting = new Map<number, (picture: Blob) => void>();
const pictures = new Map<string, Promise<string>>();
/** Decoded pictures, kept so that they can be shown again at once. */
const decoded = new Map<string, HTMLImageElement>();

function ask(subject: Subject): Promise<Blob> {
  worker ??= start();
  const id = ++asked;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    worker?.postMessage({ id, subject } satisfies PaintRequest);
  });
}

function start(): Worker {
  const made = new Worker(new URL('./painter.worker.ts', import.meta.url), { type: 'module', name: 'painter' });
  made.onmessage = ({ data }: MessageEvent<Painted>) => {
    waiting.get(data.id)?.(data.picture);
    waiting.delete(data.id);
  };
  return made;
}

/** Returns the URL of a picture, decoded and ready to show. */
async function painted(subject: Subject): Promise<string> {
  const address = URL.createObjectURL(await ask(subject));
  const image = new Image();
  image.src = address;
  decoded.set(address, image);
  await image.decode().catch(() => undefined); // then it is decoded when it is drawn
  return address;
}

const keyOf = (subject: Subject): string => Object.values(subject).join('|');

function picture(subject: Subject): Promise<string> {
  const key = keyOf(subject);
  const known = pictures.get(key) ?? painted(subject);
  pictures.set(key, known);
  return known;
}

/** Shows a picture; returns a function that cancels it. */
type Showing = (address: string) => void;
function showing(show: Showing, work: (show: Showing) => Promise<void>): () => void {
  let left = typeof Worker === 'undefined'; // decoration: without workers the page goes without
  if (!left) void work((address) => left || show(address));
  return () => (left = true);
}

/** Sizes are rounded up to a few steps, so that one picture serves many elements. */
const step = (px: number) => [72, 128, 224, 320, 480, 740].find((s) => s >= px) ?? 740;

/** A planet and its size in CSS pixels. */
export interface PlanetPicture {
  seed: string;
  size: number;
  kind?: Kind | undefined;
}

/** Shows a planet: a coarse preview at once, the fine picture after all previews are painted. */
export function showPlanet(planet: PlanetPicture, show: Showing): () => void {
  const size = step(planet.size * Math.min(2, Math.max(1.5, devicePixelRatio)) * 0.9);
  const subject = (side: number): Subject => ({
    of: 'planet',
    seed: planet.seed,
    size: side,
    ...(planet.kind ? { kind: planet.kind } : {}),
  });
  return showing(show, async (show) => {
    if (size > 128 && !pictures.has(keyOf(subject(size)))) show(await picture(subject(72)));
    show(await picture(subject(size)));
  });
}

/** Shows the spiral of a player's galaxy. */
export function showGalaxy(seed: string, tint: string, show: Showing): () => void {
  return showing(show, async (show) => show(await picture({ of: 'galaxy', seed, tint })));
}

/** Shows the field of stars. */
export function showStars(show: Showing): () => void {
  return showing(show, async (show) => show(await picture({ of: 'stars' })));
}
