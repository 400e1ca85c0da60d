/**
 * Marks the sides on which a row scrolls further with `data-more`: `start`, `end`, or both. The style fades these
 * sides, so that people see that the row continues.
 */
export function scrollEdges(row: HTMLElement): () => void {
  const update = (): void => {
    const rest = row.scrollWidth - row.clientWidth - row.scrollLeft;
    const more = [row.scrollLeft > 1 ? 'start' : '', rest > 1 ? 'end' : ''].filter(Boolean).join(' ');
    if (row.dataset['more'] !== more) row.dataset['more'] = more;
  };
  let frame = 0;
  /** Measures after the next frame: before it, the browser would have to compute the layout twice. */
  const later = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => setTimeout(update));
  };
  const [resized, changed] = [new ResizeObserver(later), new MutationObserver(later)];
  resized.observe(row);
  changed.observe(row, { childList: true, subtree: true, characterData: true });
  row.addEventListener('scroll', later, { passive: true });
  return () => {
    cancelAnimationFrame(frame);
    resized.disconnect();
    changed.disconnect();
    row.removeEventListener('scroll', later);
  };
}
