// The page's side of the painting: asks the worker, keeps every picture it got, and draws the two
// backdrops (stars, a player's galaxy), which are cheap enough for the main thread.
import { hash, random, type Kind } from './planets';
import type { PaintRequest } from './painter.worker';

let worker: Worker | undefined;
let asked = 0;
const waiting = new Map<number, (bitmap: ImageBitmap) => void>();
const pictures = new Map<string, Promise<ImageBitmap>>();

function ask(seed: string, size: number, kind?: Kind): Promise<ImageBitmap> {
  worker ??= start();
  const id = ++asked;
  const request: PaintRequest = kind ? { id, seed, size, kind } : { id, seed, size };
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    worker?.postMessage(request);
  });
}

function start(): Worker {
  const made = new Worker(new URL('./painter.worker.ts', import.meta.url), { type: 'module' });
  made.onmessage = ({ data }: MessageEvent<{ id: number; bitmap: ImageBitmap }>) => {
    waiting.get(data.id)?.(data.bitmap);
    waiting.delete(data.id);
  };
  return made;
}

/** Sizes are rounded up to a few steps, so that one picture serves many places. */
const step = (px: number) => [72, 128, 224, 320, 480, 740].find((s) => s >= px) ?? 740;

/** Paints a planet into a canvas as soon as the worker has it. */
export async function paint(canvas: HTMLCanvasElement, seed: string, css: number, kind?: Kind): Promise<void> {
  if (typeof Worker === 'undefined') return; // decoration: without workers the page goes without
  const size = step(css * Math.min(2, Math.max(1.5, devicePixelRatio)) * 0.9);
  const finest = pictures.has(keyOf(seed, size, kind)) || size <= 128;
  // A first sight of it at once; the fine picture when all first sights are painted.
  if (!finest) draw(canvas, await picture(seed, 72, kind), size);
  draw(canvas, await picture(seed, size, kind), size);
}

const keyOf = (seed: string, size: number, kind?: Kind) => `${seed}|${kind ?? ''}|${size}`;

function picture(seed: string, size: number, kind?: Kind): Promise<ImageBitmap> {
  const key = keyOf(seed, size, kind);
  const known = pictures.get(key) ?? ask(seed, size, kind);
  pictures.set(key, known);
  return known;
}

function draw(canvas: HTMLCanvasElement, bitmap: ImageBitmap, size: number): void {
  canvas.width = canvas.height = size;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, size, size);
  canvas.classList.add('ready');
}

/** The quiet field of stars behind everything. */
export function stars(canvas: HTMLCanvasElement): void {
  const w = (canvas.width = canvas.clientWidth || 1);
  const h = (canvas.height = canvas.clientHeight || 1);
  const next = random(hash('sky'));
  const g = canvas.getContext('2d');
  if (!g) return;
  const tints = ['#ffffff', '#cfe0ff', '#ffe9c9'];
  for (let n = (w * h) / 5200; n > 0; n--) {
    const b = next() ** 5;
    g.fillStyle = tints[Math.floor(next() * 3)] ?? '#fff';
    g.globalAlpha = 0.12 + b * 0.6;
    g.beginPath();
    g.arc(next() * w, next() * h, 0.35 + b * 1.15, 0, 7);
    g.fill();
  }
}

/** A spiral in a player's colour, for the mat. */
export function galaxy(canvas: HTMLCanvasElement, seed: string, tint: string): void {
  const w = (canvas.width = canvas.clientWidth * 1.5 || 1);
  const h = (canvas.height = canvas.clientHeight * 1.5 || 1);
  const next = random(hash(seed));
  const g = canvas.getContext('2d');
  if (!g) return;
  const size = Math.min(w, h * 2) / 2;
  g.translate(w / 2, h / 2);
  g.rotate(-0.3);
  g.scale(1, 0.46);
  g.globalCompositeOperation = 'lighter';
  for (const [r, a] of [[0.95, '16'], [0.5, '20'], [0.2, '50'], [0.07, 'a0']] as const) {
    const c = g.createRadialGradient(0, 0, 0, 0, 0, r * size);
    c.addColorStop(0, tint + a);
    c.addColorStop(1, tint + '00');
    g.fillStyle = c;
    g.beginPath();
    g.arc(0, 0, r * size, 0, 7);
    g.fill();
  }
  for (let i = 0; i < 3600; i++) {
    const r = next() ** 0.8;
    const wobble = (next() + next() + next() - 1.5) * 0.55;
    const a = (i % 2) * Math.PI + 4.6 * r ** 0.7 + wobble;
    const d = (0.03 + r * 0.95) * size;
    g.fillStyle = next() < 0.5 ? tint : '#fff6e0';
    g.globalAlpha = (0.14 + 0.7 * next() ** 4) * (1 - r) ** 0.8 * Math.exp(-wobble * wobble * 5);
    g.beginPath();
    g.ellipse(Math.cos(a) * d, Math.sin(a) * d, 0.8 + 2.4 * next() ** 7, 1.7 + 4 * next() ** 7, 0.3, 0, 7);
    g.fill();
  }
}
