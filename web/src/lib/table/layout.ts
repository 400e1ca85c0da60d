// Selects the layout of the table for a window.

/** `wide`: desktop, or tablet in landscape; `tall`: tablet in portrait; `phone`: phone in portrait; `landscape`: phone in landscape. */
export type Layout = 'wide' | 'tall' | 'phone' | 'landscape';

/** Returns the layout for a window. */
export function layoutOf(width: number, height: number): Layout {
  if (height < 600) return width > height * 1.3 ? 'landscape' : 'phone';
  if (width < 700) return 'phone';
  return width < 1000 ? 'tall' : 'wide';
}
