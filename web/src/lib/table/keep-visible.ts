/** Scrolls a list so that at least one of its glowing colonies is visible; if none glows, one of the usable ones. */
export function keepVisible(list: HTMLElement): void {
  const glowing = [...list.querySelectorAll('.thumb.legal')];
  const wanted = glowing.length ? glowing : [...list.querySelectorAll('.thumb.ready')];
  const frame = list.getBoundingClientRect();
  const isVisible = (colony: Element): boolean => {
    const { top, height } = colony.getBoundingClientRect();
    const middle = top + height / 2;
    return middle >= frame.top && middle <= frame.bottom;
  };
  if (!wanted.some(isVisible)) wanted[0]?.scrollIntoView({ block: 'nearest' });
}
