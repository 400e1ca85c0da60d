/** Finds text that does not fit: larger than its box, or cut off by a box around it. */

import type { Page } from 'playwright-core';

/**
 * Returns a line for each visible text in a part of the page that does not fit. Exceptions: text may scroll inside an area made for it, and
 * pages without a table may scroll vertically. A single line may end in an ellipsis if a `title` or `aria-label` has the whole text, or if
 * a click shows it.
 */
export function overflows(page: Page, part = 'body'): Promise<string[]> {
  return page.evaluate((where) => {
    const EXEMPT = '.sr-only, .sprite, [aria-hidden=true]';
    const ownText = (node: Element): string =>
      [...node.childNodes]
        .filter((child) => child.nodeType === Node.TEXT_NODE)
        .map((child) => child.textContent ?? '')
        .join('')
        .trim();
    const isForReaders = (node: Element): boolean => getComputedStyle(node).clipPath === 'inset(50%)';
    const isShown = (node: Element): boolean =>
      node.checkVisibility({ visibilityProperty: true }) && !node.closest(EXEMPT) && !isForReaders(node);
    const hasFullText = (node: Element): boolean => {
      const whole = node.textContent.trim();
      for (let up: Element | null = node; up; up = up.parentElement)
        for (const name of ['title', 'aria-label']) if (up.getAttribute(name)?.includes(whole)) return true;
      return node.closest('button[aria-expanded], summary') !== null;
    };
    const isEllipsis = (node: Element): boolean => {
      const style = getComputedStyle(node);
      return (
        style.textOverflow === 'ellipsis' && style.whiteSpaceCollapse === 'collapse' && style.textWrapMode === 'nowrap' && hasFullText(node)
      );
    };
    const name = (node: Element): string =>
      [node.parentElement, node]
        .map((one) =>
          one
            ? `${one.tagName.toLowerCase()}${one.className && typeof one.className === 'string' ? `.${one.className.trim().split(/\s+/).join('.')}` : ''}`
            : '',
        )
        .join(' > ')
        .replace(/\.svelte-\w+/g, '');
    /** Returns the rectangles of the text of a node. */
    const rects = (node: Element): DOMRect[] =>
      [...node.childNodes].flatMap((child) => {
        if (child.nodeType !== Node.TEXT_NODE || !child.textContent?.trim()) return [];
        const range = document.createRange();
        range.selectNodeContents(child);
        return [...range.getClientRects()].filter((rect) => rect.width > 0);
      });
    /** Returns whether a box with this `overflow` value scrolls. */
    const scrolls = (value: string): boolean => value === 'auto' || value === 'scroll';
    const found: string[] = [];
    const pageScrolls = !document.querySelector('.game-table, .phone-table');
    for (const node of document.querySelectorAll(`:is(${where}) *`)) {
      const text = ownText(node);
      if (!text || !isShown(node) || node instanceof SVGElement) continue;
      const style = getComputedStyle(node);
      const size = parseFloat(style.fontSize);
      const report = (what: string): void => void found.push(`${name(node)} “${text.slice(0, 40)}” ${what}`);
      if (node.clientWidth > 0 && !isEllipsis(node)) {
        if (node.scrollWidth > node.clientWidth + 1 && !scrolls(style.overflowX))
          report(`is ${node.scrollWidth} wide in ${node.clientWidth}`);
        // With tight line heights, glyphs reach slightly beyond the box; a hidden line would be more than that.
        if (node.scrollHeight > node.clientHeight + Math.max(2, size * 0.4) && !scrolls(style.overflowY))
          report(`is ${node.scrollHeight} high in ${node.clientHeight}`);
      }
      let [inX, inY] = [true, !pageScrolls];
      const boxes = rects(node);
      for (let up: Element | null = node; up && up !== document.body; up = up.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(up);
        const frame = up.getBoundingClientRect();
        if (isEllipsis(up)) inX = false;
        if (scrolls(overflowX)) inX = false;
        if (scrolls(overflowY)) inY = false;
        const isOut = boxes.some(
          (box) =>
            (inX && overflowX !== 'visible' && (box.left < frame.left - 1 || box.right > frame.right + 1)) ||
            (inY && overflowY !== 'visible' && (box.top < frame.top - size * 0.4 || box.bottom > frame.bottom + size * 0.4)),
        );
        if (isOut && up !== node) {
          report(`is cut off by ${name(up)}`);
          break;
        }
      }
      const slack = 1;
      if (
        boxes.some(
          (box) =>
            (inX && (box.left < -slack || box.right > innerWidth + slack)) ||
            (inY && (box.top < -slack || box.bottom > innerHeight + slack)),
        )
      )
        report('is outside the screen');
    }
    return found;
  }, part);
}

/** Returns a line for each word of these elements that is broken into two lines. A word may break after a hyphen. */
export function brokenWords(page: Page, elements: string): Promise<string[]> {
  return page.evaluate((where) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll(where)) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s-]+-?/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) found.push(`“${word}” is broken`);
        }
    }
    return found;
  }, elements);
}

/** Returns a line for each of these elements that must scroll to show all its content. */
export function scrolled(page: Page, elements: string): Promise<string[]> {
  return page
    .locator(elements)
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1))
        .map(
          (one) =>
            `“${one.textContent.trim().slice(0, 60)}” is ${one.scrollWidth} × ${one.scrollHeight} in ${one.clientWidth} × ${one.clientHeight}`,
        ),
    );
}

/**
 * Returns a line for each visible link and button whose centre is covered, and for each link, button or text on top of a decoration, where
 * it would be hard to read.
 */
export function coveredTargets(page: Page, decorations: string): Promise<string[]> {
  return page.evaluate((where) => {
    const found: string[] = [];
    for (const node of document.querySelectorAll<HTMLElement>('a[href], button, h1, p, footer span')) {
      if (!node.checkVisibility({ visibilityProperty: true })) continue;
      node.scrollIntoView({ block: 'nearest' });
      const box = node.getBoundingClientRect();
      const name = (node.getAttribute('aria-label') ?? node.textContent).trim().slice(0, 30);
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (node.matches('a, button') && !node.contains(top))
        found.push(`“${name}” is covered by ${top?.outerHTML.slice(0, 60) ?? 'nothing'}`);
      const isOn = (decoration: Element): boolean => {
        const { left, right, top, bottom, width } = decoration.getBoundingClientRect();
        return width > 0 && box.left < right && left < box.right && box.top < bottom && top < box.bottom;
      };
      if ([...document.querySelectorAll(where)].some(isOn)) found.push(`“${name}” lies on a decoration`);
    }
    scrollTo(0, 0);
    return found;
  }, decorations);
}

/**
 * Returns a line for each touch target that is smaller than 44 px, on the page or in the dialog or sheet over it. A field inside a label
 * counts as large as the label. Links inside a sentence may be as low as its lines.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const TOUCHABLE = 'button, a[href], summary, select, textarea, input, [role=button]';
    const isInSentence = (node: Element): boolean =>
      node.matches('a') &&
      getComputedStyle(node).display === 'inline' &&
      [...(node.parentElement?.childNodes ?? [])].some((other) => other.nodeType === Node.TEXT_NODE && other.textContent?.trim());
    const found: string[] = [];
    for (const node of (document.querySelector('dialog[open], .sheet') ?? document.body).querySelectorAll(TOUCHABLE)) {
      if (!node.checkVisibility({ visibilityProperty: true }) || node.closest('[aria-hidden=true]') || isInSentence(node)) continue;
      const hit = node.querySelector('.hit') ?? node.closest('label') ?? node;
      const { width, height } = hit.getBoundingClientRect();
      if (width < 43.5 || height < 43.5)
        found.push(
          `${node.tagName.toLowerCase()}.${node.getAttribute('class') ?? ''} ${(node.getAttribute('aria-label') ?? node.textContent).trim().slice(0, 30)} ${Math.round(width)} × ${Math.round(height)}`,
        );
    }
    return found;
  });
}

/** Returns a line for each pair of texts that overlap, within the elements that a selector matches. */
export function collisions(page: Page, parts: string): Promise<string[]> {
  return page.evaluate((where) => {
    interface Box {
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    /** Returns the part of a line of text that is visible: the boxes around it may scroll, or end it with an ellipsis. */
    const visiblePart = ({ left, top, right, bottom }: DOMRect, parent: Element): Box => {
      const part = { left, top, right: Math.min(right, parent.getBoundingClientRect().right), bottom };
      for (let up: Element | null = parent; up && up !== document.body; up = up.parentElement) {
        const frame = up.getBoundingClientRect();
        const { overflowX, overflowY } = getComputedStyle(up);
        if (overflowX !== 'visible') [part.left, part.right] = [Math.max(part.left, frame.left), Math.min(part.right, frame.right)];
        if (overflowY !== 'visible') [part.top, part.bottom] = [Math.max(part.top, frame.top), Math.min(part.bottom, frame.bottom)];
      }
      return part;
    };
    const overlap = (a: Box, b: Box): boolean =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
    const found: string[] = [];
    for (const part of document.querySelectorAll(where)) {
      const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      const texts: { text: string; lines: Box[] }[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const [text, parent] = [node.textContent?.trim() ?? '', node.parentElement];
        if (!text || !parent?.checkVisibility({ visibilityProperty: true }) || parent.closest('.floats')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        texts.push({ text, lines: [...range.getClientRects()].map((line) => visiblePart(line, parent)) });
      }
      for (const [i, a] of texts.entries())
        for (const b of texts.slice(i + 1))
          if (a.lines.some((line) => b.lines.some((other) => overlap(line, other)))) found.push(`“${a.text}” overlaps “${b.text}”`);
    }
    return found;
  }, parts);
}

/** Returns a line for each pair of buttons that overlap, within the elements that a selector matches. */
export function overlappingButtons(page: Page, parts: string): Promise<string[]> {
  return page.evaluate((where) => {
    const found: string[] = [];
    const buttons = [...document.querySelectorAll(`:is(${where}) button`)].filter((button) =>
      button.checkVisibility({ visibilityProperty: true }),
    );
    const name = (button: Element): string => button.getAttribute('aria-label') ?? button.textContent.trim();
    for (const [i, one] of buttons.entries()) {
      const a = one.getBoundingClientRect();
      for (const other of buttons.slice(i + 1)) {
        const b = other.getBoundingClientRect();
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
          found.push(`the button “${name(one)}” overlaps “${name(other)}”`);
      }
    }
    return found;
  }, parts);
}
