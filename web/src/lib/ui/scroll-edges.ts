import { watchContent } from './content';

/**
 * Marks the sides on which a row scrolls further with `data-more`: `start`, `end`, or both. The style fades these
 * sides, so that people see that the row continues.
 */
export function scrollEdges(row: HTMLElement): () => void {
  const { later, stop } = watchContent(row, () => {
    const rest = row.scrollWidth - row.clientWidth - row.scrollLeft;
    const more = [row.scrollLeft > 1 ? 'start' : '', rest > 1 ? 'end' : ''].filter(Boolean).join(' ');
    if (row.dataset['more'] !== more) row.dataset['more'] = more;
  });
  row.addEventListener('scroll', later, { passive: true });
  return () => {
    stop();
    row.removeEventListener('scroll', later);
  };
}
