// Backgrounds: the star field, and the spiral of a player's galaxy. A worker draws each background once
// at a fixed size; style sheets scale the picture.
import { hash, random } from './planets';

/** Tile size of the star field in pixels; larger than most screens, so that the repetition is hardly visible. */
const TILE_SIZE = 960;

/** Draws a star field that tiles seamlessly. */
export function stars(): OffscreenCanvas {
  const canvas = new OffscreenCanvas(TILE_SIZE, TILE_SIZE);
  const g = canvas.getContext('2d');
  if (!g) return canvas;
  const next = random(hash('sky'));
  const tints = ['#ffffff', '#cfe0ff', '#ffe9c9'];
  for (let n = (TILE_SIZE * TILE_SIZE) / 5200; n > 0; n--) {
    const b = next() ** 5;
    g.fillStyle = tints[Math.floor(next() * 3)] ?? '#fff';
    g.globalAlpha = 0.12 + b * 0.6;
    g.beginPath();
    g.arc(next() * TILE_SIZE, next() * TILE_SIZE, 0.35 + b * 1.15, 0, 7);
    g.fill();
  }
  return canvas;
}

/** The size of the picture of a galaxy, in pixels. */
const GALAXY = { width: 1232, height: 616 };
type Drawing = OffscreenCanvasRenderingContext2D;

/** Draws the haze around the core of a galaxy. */
function drawHaze(g: Drawing, size: number, tint: string): void {
  for (const [r, a] of [
    [0.95, '16'],
    [0.5, '20'],
    [0.2, '50'],
    [0.07, 'a0'],
  ] as const) {
    const c = g.createRadialGradient(0, 0, 0, 0, 0, r * size);
    c.addColorStop(0, tint + a);
    c.addColorStop(1, tint + '00');
    g.fillStyle = c;
    g.beginPath();
    g.arc(0, 0, r * size, 0, 7);
    g.fill();
  }
}

/** Draws two spiral arms of stars. */
function drawArms(g: Drawing, size: number, tint: string, next: () => number): void {
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

/** Draws a spiral galaxy in a player's colour, for the mat. */
export function galaxy(seed: string, tint: string): OffscreenCanvas {
  const { width, height } = GALAXY;
  const canvas = new OffscreenCanvas(width, height);
  const g = canvas.getContext('2d');
  if (!g) return canvas;
  g.translate(width / 2, height / 2);
  g.rotate(-0.3);
  g.scale(1, 0.46);
  g.globalCompositeOperation = 'lighter';
  drawHaze(g, width / 2, tint);
  drawArms(g, width / 2, tint, random(hash(seed)));
  return canvas;
}
