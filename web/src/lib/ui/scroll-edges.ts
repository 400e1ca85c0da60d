import { watchContent } from './content';

type EdgesOf = (element: HTMLElement) => string;

const names = (before: string, after: string, scrolled: number, rest: number): string =>
  [scrolled > 1 ? before : '', rest > 1 ? after : ''].filter(Boolean).join(' ');

/** Returns the sides on which a row can scroll further. */
const edgesOfRow: EdgesOf = ({ scrollLeft, scrollWidth, clientWidth }) =>
  names('start', 'end', scrollLeft, scrollWidth - clientWidth - scrollLeft);

/** Returns the sides on which a list can scroll further. */
const edgesOfList: EdgesOf = ({ scrollTop, scrollHeight, clientHeight }) =>
  names('above', 'below', scrollTop, scrollHeight - clientHeight - scrollTop);

/**
 * Sets `data-more` to the sides on which each element can scroll further, such as `start`, `end`, or both. It measures all elements before
 * it writes, because every write makes the browser compute styles again.
 */
function markEdges(elements: HTMLElement[], edgesOf: EdgesOf = edgesOfRow): void {
  const edges = elements.map(edgesOf);
  elements.forEach((element, i) => {
    if ((element.dataset['more'] ?? '') !== edges[i]) element.dataset['more'] = edges[i];
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

/** Marks the sides, `above` and `below`, on which a list can scroll further. */
export function listEdges(list: HTMLElement): () => void {
  return watchEdges(list, () => markEdges([list], edgesOfList));
}

/**
 * Does the same as `scrollEdges` for the children of an element that have `data-edges`. One observer for all is cheaper if the children are replaced often.
 */
export function childEdges(element: HTMLElement): () => void {
  return watchEdges(element, () => markEdges([...element.querySelectorAll<HTMLElement>(':scope > [data-edges]')]));
}
