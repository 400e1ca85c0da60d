import { watchContent } from './content';

/** Marks the sides on which a row scrolls further with `data-more`: `start`, `end`, or both. */
function markEdges(row: HTMLElement): void {
  const rest = row.scrollWidth - row.clientWidth - row.scrollLeft;
  const more = [row.scrollLeft > 1 ? 'start' : '', rest > 1 ? 'end' : ''].filter(Boolean).join(' ');
  // Without a mark, most rows keep their style.
  if ((row.dataset['more'] ?? '') !== more) row.dataset['more'] = more;
}

/** Marks edges after each change of an element or of its scroll position. */
function watchEdges(element: HTMLElement, mark: () => void): () => void {
  const { later, stop } = watchContent(element, mark);
  const options = { passive: true, capture: true };
  element.addEventListener('scroll', later, options);
  return () => {
    stop();
    element.removeEventListener('scroll', later, options);
  };
}

/** Marks the sides on which a row scrolls further. The style fades these sides, so that people see that the row continues. */
export function scrollEdges(row: HTMLElement): () => void {
  return watchEdges(row, () => markEdges(row));
}

/** Does the same for the children of an element that have `data-edges`. One watcher for all of them is cheaper if they are replaced often. */
export function childEdges(element: HTMLElement): () => void {
  return watchEdges(element, () => element.querySelectorAll<HTMLElement>(':scope > [data-edges]').forEach(markEdges));
}
