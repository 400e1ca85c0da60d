/** Lets the keyboard reach the paragraphs of an element that are too long and scroll. */
export function reachable(element: HTMLElement): () => void {
  const update = (): void => {
    for (const text of element.querySelectorAll<HTMLElement>(':scope > p')) {
      const scrolls = text.scrollHeight > text.clientHeight || text.scrollWidth > text.clientWidth;
      if (scrolls) text.tabIndex = 0;
      else text.removeAttribute('tabindex');
    }
  };
  const [resized, changed] = [new ResizeObserver(update), new MutationObserver(update)];
  resized.observe(element);
  changed.observe(element, { childList: true, subtree: true, characterData: true });
  update();
  return () => {
    resized.disconnect();
    changed.disconnect();
  };
}
