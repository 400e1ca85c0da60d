import { watchContent } from './content';

/** Lets the keyboard reach those paragraphs of an element that are too long to fit and therefore scroll. */
export function reachable(element: HTMLElement): () => void {
  const { stop } = watchContent(element, () => {
    const texts = [...element.querySelectorAll<HTMLElement>(':scope > p')];
    // Measure all before the first change, because the browser would have to compute the layout again.
    const scrolls = texts.map((text) => text.scrollHeight > text.clientHeight || text.scrollWidth > text.clientWidth);
    texts.forEach((text, i) => {
      if (scrolls[i]) text.tabIndex = 0;
      else text.removeAttribute('tabindex');
    });
  });
  return stop;
}
