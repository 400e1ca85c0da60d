// Paints planets off the main thread: one request, one bitmap.
import { pixels, type Kind } from './planets';

/** What the page asks for. */
export interface PaintRequest {
  id: number;
  seed: string;
  size: number;
  kind?: Kind;
}

self.onmessage = async ({ data }: MessageEvent<PaintRequest>) => {
  const image = new ImageData(pixels(data.seed, data.size, data.kind), data.size, data.size);
  const bitmap = await createImageBitmap(image);
  self.postMessage({ id: data.id, bitmap }, { transfer: [bitmap] });
};
