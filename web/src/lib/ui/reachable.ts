import { watchContent } from './content';

/** Lets the keyboard reach those paragraphs of an element that are too long to fit and therefore scroll. */
export function reachable(element: HTMLElement): () => void {
  const { stop } = watchContent(element, () => {
    for (const text of element.querySelectorAll<HTMLElement>(':scope > p')) {
      const scrolls = text.scrollHeight > text.clientHeight || text.scrollWidth > text.clientWidth;
      if (scrolls) text.tabIndex = 0;
      else text.removeAttribute('tabindex');
    }
  });
  return stop;
}
