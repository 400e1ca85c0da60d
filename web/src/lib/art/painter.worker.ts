// A worker that paints one picture file per request.
import { galaxy, stars } from './backdrops';
import { pixels, type Kind } from './planets';

/** A picture that the worker can paint. */
export type Subject =
  { of: 'planet'; seed: string; size: number; kind?: Kind } | { of: 'galaxy'; seed: string; tint: string } | { of: 'stars' };

/** A request from the page. */
export interface PaintRequest {
  id: number;
  subject: Subject;
}

/** A finished picture. */
export interface Painted {
  id: number;
  picture: Blob;
}

function paint(subject: Subject): OffscreenCanvas {
  if (subject.of === 'galaxy') return galaxy(subject.seed, subject.tint);
  if (subject.of === 'stars') return stars();
  const { seed, size, kind } = subject;
  const canvas = new OffscreenCanvas(size, size);
  canvas.getContext('2d')?.putImageData(new ImageData(pixels(seed, size, kind), size, size), 0, 0);
  return canvas;
}

self.onmessage = async ({ data: { id, subject } }: MessageEvent<PaintRequest>) => {
  self.postMessage({ id, picture: await paint(subject).convertToBlob() } satisfies Painted);
};
