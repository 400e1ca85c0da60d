// Movement: a piece that stood somewhere and now stands elsewhere flies there. Pieces carry
// `data-flip`; a copy crosses the table while the piece itself waits, so nothing is ever cut off by
// the card it leaves. Only transform and opacity are animated.
import type { Attachment } from 'svelte/attachments';
import { pace, still } from '../app/settings.svelte';
import type { Play } from './play.svelte';

type Boxes = Map<string, DOMRect>;

function boxes(root: Element): Boxes {
  const found: Boxes = new Map();
  for (const node of root.querySelectorAll<HTMLElement | SVGElement>('[data-flip^="ship:"]')) {
    const key = node.dataset['flip'];
    const shown = node.querySelector('use') ?? node;
    if (key) found.set(key, shown.getBoundingClientRect());
  }
  return found;
}

function copyOf(node: Element, size: number): SVGSVGElement | null {
  const use = node.querySelector('use');
  if (!use) return null;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', `flight ship ${[...(use.closest('.ship')?.classList ?? use.classList)].filter((c) => /^p./.test(c)).join(' ')}`);
  svg.style.width = svg.style.height = `${size}px`;
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  shape.setAttribute('href', use.getAttribute('href') ?? '');
  svg.append(shape);
  return svg;
}

function fly(node: HTMLElement | SVGElement, from: DOMRect, to: DOMRect): void {
  const copy = copyOf(node, Math.max(20, to.width * 0.8));
  if (!copy) return;
  document.body.append(copy);
  const [x0, y0] = [from.x + from.width / 2, from.y + from.height / 2];
  const [x1, y1] = [to.x + to.width / 2, to.y + to.height / 2];
  const far = Math.hypot(x1 - x0, y1 - y0);
  const turn = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI + 90;
  const lift = Math.min(60, far * 0.15);
  const at = (x: number, y: number, s = 1) => `translate(${x}px, ${y}px) translate(-50%, -50%) rotate(${turn}deg) scale(${s})`;
  const duration = Math.min(960, 320 + far * 0.6) * pace();
  node.style.opacity = '0';
  const run = copy.animate(
    [{ transform: at(x0, y0) }, { transform: at((x0 + x1) / 2, (y0 + y1) / 2 - lift, 1.25), offset: 0.5 }, { transform: at(x1, y1) }],
    { duration, easing: 'cubic-bezier(.45, 0, .2, 1)' },
  );
  const land = () => {
    copy.remove();
    node.style.opacity = '';
  };
  run.onfinish = run.oncancel = land;
}

/** Watches the table and lets pieces fly. */
export function flights(play: Play): Attachment<HTMLElement> {
  return (root) => {
    let before: Boxes = boxes(root);
    let version = play.table.version;
    const stop = $effect.root(() => {
      $effect.pre(() => {
        if (play.table.version !== version) before = boxes(root);
      });
      $effect(() => {
        if (play.table.version === version) return;
        version = play.table.version;
        if (still() || document.hidden) return;
        requestAnimationFrame(() => {
          for (const node of root.querySelectorAll<HTMLElement | SVGElement>('[data-flip^="ship:"]')) {
            const old = before.get(node.dataset['flip'] ?? '');
            const now = (node.querySelector('use') ?? node).getBoundingClientRect();
            if (old && old.width && Math.hypot(old.x - now.x, old.y - now.y) > 12) fly(node, old, now);
          }
        });
      });
    });
    return () => stop();
  };
}
