import { watchContent } from './content';

/** Returns the sides on which a row can scroll further. */
function edgesOf(row: HTMLElement): string {
  const rest = row.scrollWidth - row.clientWidth - row.scrollLeft;
  return [row.scrollLeft > 1 ? 'start' : '', rest > 1 ? 'end' : ''].filter(Boolean).join(' ');
}

/**
 * Sets `data-more` to the sides on which each row can scroll further: `start`, `end`, or both. It measures all rows before it writes,
 * because every write makes the browser compute styles again.
 */
function markEdges(rows: HTMLElement[]): void {
  const edges = rows.map(edgesOf);
  rows.forEach((row, i) => {
    if ((row.dataset['more'] ?? '') !== edges[i]) row.dataset['more'] = edges[i];
  });
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
  return watchEdges(row, () => markEdges([row]));
}

/**
 * Does the same for the children of an element that have `data-edges`. One observer for all is cheaper if the children are replaced often.
 */
export function childEdges(element: HTMLElement): () => void {
  return watchEdges(element, () => markEdges([...element.querySelectorAll<HTMLElement>(':scope > [data-edges]')]));
}
