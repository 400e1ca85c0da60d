import { watchContent } from './content';

/** Sets `data-more` to the sides on which a row can scroll further: `start`, `end`, or both. */
function markEdges(row: HTMLElement): void {
  const rest = row.scrollWidth - row.clientWidth - row.scrollLeft;
  const more = [row.scrollLeft > 1 ? 'start' : '', rest > 1 ? 'end' : ''].filter(Boolean).join(' ');
  // Write the attribute only if it changes, because every write makes the browser compute styles again.
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

/** Marks the sides on which a row can scroll further. The style fades these sides, so that people see that the row continues. */
export function scrollEdges(row: HTMLElement): () => void {
  return watchEdges(row, () => markEdges(row));
}

/**
 * Does the same for the children of an element that have `data-edges`. One observer for all is cheaper if the children are replaced often.
 */
export function childEdges(element: HTMLElement): () => void {
  return watchEdges(element, () => element.querySelectorAll<HTMLElement>(':scope > [data-edges]').forEach(markEdges));
}
