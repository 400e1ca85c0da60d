// Sends paint requests to the worker and caches the URLs of the pictures. The pictures are image files, not canvases: a canvas and
// everything over it become separate compositor layers, which cost more per frame than the rest of the table (docs/PERFORMANCE.md).
import type { Kind } from './planets';
import type { Painted, PaintRequest, Subject } from './painter.worker';

let worker: Worker | undefined;
let lastId = 0;
/** The requests that the worker has not answered yet. */
const waiting = new Map<number, (picture: Blob) => void>();
/** The URLs of the pictures, by subject. */
const pictures = new Map<string, Promise<string>>();
/** Decoded pictures, by URL. Keeping them lets the browser show them again at once. */
const decoded = new Map<string, HTMLImageElement>();

function requestPicture(subject: Subject): Promise<Blob> {
  worker ??= startWorker();
  const id = ++lastId;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    worker?.postMessage({ id, subject } satisfies PaintRequest);
  });
}

function startWorker(): Worker {
  const painter = new Worker(new URL('./painter.worker.ts', import.meta.url), { type: 'module', name: 'painter' });
  painter.onmessage = ({ data }: MessageEvent<Painted>) => {
    waiting.get(data.id)?.(data.picture);
    waiting.delete(data.id);
  };
  return painter;
}

/** Paints and decodes a picture; returns its URL. */
async function paint(subject: Subject): Promise<string> {
  const url = URL.createObjectURL(await requestPicture(subject));
  const image = new Image();
  image.src = url;
  decoded.set(url, image);
  await image.decode().catch(() => undefined); // If this fails, the browser decodes the picture when it draws it.
  return url;
}

const keyOf = (subject: Subject): string => Object.values(subject).join('|');

/** Returns the URL of a picture, from the cache if possible. */
function picture(subject: Subject): Promise<string> {
  const key = keyOf(subject);
  const url = pictures.get(key) ?? paint(subject);
  pictures.set(key, url);
  return url;
}

/** Shows the picture with a URL. */
type Show = (url: string) => void;

/** Runs a function that loads and shows pictures; returns a function that cancels it. */
function cancellable(show: Show, work: (show: Show) => Promise<void>): () => void {
  let cancelled = typeof Worker === 'undefined'; // Pictures are decoration; without workers the page shows none.
  if (!cancelled) void work((url) => cancelled || show(url));
  return () => (cancelled = true);
}

/** Rounds a size up to one of a few sizes, so that many elements share a picture. */
const roundUp = (px: number) => [72, 128, 224, 320, 480, 740].find((s) => s >= px) ?? 740;

/** A planet and its size in CSS pixels. */
export interface PlanetPicture {
  seed: string;
  size: number;
  kind?: Kind | undefined;
}

/** Shows a planet: first a small preview, then the picture in full size. */
export function showPlanet(planet: PlanetPicture, show: Show): () => void {
  const size = roundUp(planet.size * Math.min(2, Math.max(1.5, devicePixelRatio)) * 0.9);
  const subject = (side: number): Subject => ({
    of: 'planet',
    seed: planet.seed,
    size: side,
    ...(planet.kind ? { kind: planet.kind } : {}),
  });
  return cancellable(show, async (show) => {
    if (size > 128 && !pictures.has(keyOf(subject(size)))) show(await picture(subject(72)));
    show(await picture(subject(size)));
  });
}

/** Shows the spiral of a player's galaxy. */
export function showGalaxy(seed: string, tint: string, show: Show): () => void {
  return cancellable(show, async (show) => show(await picture({ of: 'galaxy', seed, tint })));
}

/** Shows the star field. */
export function showStars(show: Show): () => void {
  return cancellable(show, async (show) => show(await picture({ of: 'stars' })));
}
