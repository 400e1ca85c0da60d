/** Lets the keyboard reach the paragraphs of an element that are too long and scroll. */
export function reachable(element: HTMLElement): () => void {
  const update = (): void => {
    for (const text of element.querySelectorAll<HTMLElement>(':scope > p')) {
      const scrolls = text.scrollHeight > text.clientHeight || text.scrollWidth > text.clientWidth;
      if (scrolls) text.tabIndex = 0;
      else text.removeAttribute('tabindex');
    }
  };
  let frame = 0;
  /** Measures after the next frame: before it, the browser would have to compute the layout twice. */
  const later = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => setTimeout(update));
  };
  const [resized, changed] = [new ResizeObserver(later), new MutationObserver(later)];
  resized.observe(element);
  changed.observe(element, { childList: true, subtree: true, characterData: true });
  return () => {
    cancelAnimationFrame(frame);
    resized.disconnect();
    changed.disconnect();
  };
}
