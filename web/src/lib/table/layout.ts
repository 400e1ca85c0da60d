// Which arrangement of the table fits a window.

/** `wide`: desks and tablets on their side; `tall`: upright tablets; `phone`: upright; `landscape`: a phone on its side. */
export type Layout = 'wide' | 'tall' | 'phone' | 'landscape';

/** Returns the layout for a window. */
export function layoutOf(width: number, height: number): Layout {
  if (height < 600) return width > height * 1.3 ? 'landscape' : 'phone';
  if (width < 700) return 'phone';
  return width < 1000 ? 'tall' : 'wide';
}
