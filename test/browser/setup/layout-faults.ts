// What a person can't read or press on a page in its present layout: texts that are cut off or cover each other, and
// controls beneath something else. Declared truncation is no fault: an ellipsis, a clamped number of lines, parts that scroll.
import type { PageDriver } from '../harness/index.ts';

interface Piece {
  readonly element: Element;
  readonly rect: DOMRect;
  /** The nearest ancestor out of the flow: what floats may cover something. */
  readonly layer: Element | undefined;
}

function nameOf(element: Element): string {
  const classes = [...element.classList].map((name) => `.${name}`).join('');
  const text = element.getAttribute('aria-label') ?? element.textContent ?? '';
  return `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ''}${classes} “${text.trim().slice(0, 50)}”`;
}

function ancestorsOf(element: Element): Element[] {
  const found: Element[] = [];
  for (let at: Element | null = element; at !== null; at = at.parentElement) found.push(at);
  return found;
}

/** Neither hidden nor clipped to nothing, as texts for screen readers alone are. */
function isSeen(element: Element): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  return ancestorsOf(element).every((at) => {
    const { clipPath, position } = getComputedStyle(at);
    const { width, height } = at.getBoundingClientRect();
    return !clipPath.startsWith('inset(50%') && !(position === 'absolute' && width <= 1 && height <= 1);
  });
}

/** The ancestor whose edge a text crosses; `truncated` where that is declared. */
function cutBy(element: Element, rect: DOMRect): Element | 'truncated' | undefined {
  for (const at of ancestorsOf(element)) {
    const style = getComputedStyle(at);
    if (style.display === 'inline' || style.display === 'contents' || at === document.documentElement)
      continue;
    const box = at.getBoundingClientRect();
    const isOver = rect.left < box.left - 1.5 || rect.right > box.right + 1.5;
    // The boxes of letters are higher than tight lines.
    const isBelow = rect.top < box.top - 4 || rect.bottom > box.bottom + 4;
    if (/auto|scroll/u.test(style.overflowX)) return undefined;
    const isDeclared = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    const hasMore = at.scrollWidth > at.clientWidth || at.scrollHeight > at.clientHeight;
    if (isDeclared && hasMore) return 'truncated';
    if (isOver || (isBelow && /hidden|clip/u.test(style.overflowY))) return at;
    if (/auto|scroll/u.test(style.overflowY)) return undefined;
  }
  return undefined;
}

/** @returns the visible texts, one piece a line @param faults texts that are cut off are added */
function textPieces(faults: string[]): Piece[] {
  const pieces: Piece[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || !node.textContent?.trim() || element.closest('option') || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const cuts = rects.map((rect) => cutBy(element, rect)).filter((cut) => cut !== undefined);
    const edge = cuts.find((cut) => cut !== 'truncated');
    if (edge !== undefined) faults.push(`cut off by ${nameOf(edge)}: ${nameOf(element)}`);
    if (cuts.length > 0) continue;
    const layer = ancestorsOf(element).find((at) =>
      /fixed|absolute|sticky/u.test(getComputedStyle(at).position),
    );
    pieces.push(...rects.map((rect) => ({ element, rect, layer })));
  }
  return pieces;
}

function overlaps(pieces: readonly Piece[]): string[] {
  const faults: string[] = [];
  for (const [at, one] of pieces.entries())
    for (const other of pieces.slice(at + 1)) {
      if (one.layer !== other.layer || one.element === other.element) continue;
      const wide = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
      const high = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
      if (wide > 3 && high > 4) faults.push(`overlap: ${nameOf(one.element)} and ${nameOf(other.element)}`);
    }
  return faults;
}

/** Whether the browser cuts the value of a list, or the placeholder of an empty field, at the field's edge. */
function isFieldTooNarrow(field: Element): boolean {
  const style = getComputedStyle(field);
  const list = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : undefined;
  const placeholder = field instanceof HTMLInputElement && field.value === '' ? field.placeholder : undefined;
  const text = list ?? placeholder ?? '';
  const pen = document.createElement('canvas').getContext('2d');
  if (text === '' || pen === null || style.textOverflow === 'ellipsis') return false;
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const available = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return pen.measureText(text).width > available + 1.5;
}

/** Labels whose words are torn where no syllable ends. */
function brokenWords(): string[] {
  const faults: string[] = [];
  for (const label of document.querySelectorAll('label, button, legend, summary, h1, h2, h3, th, dt')) {
    const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      // Names of users and URLs may be endless.
      if (!isSeen(label) || node.parentElement?.closest('bdi, [title]')) continue;
      for (const { 0: word, index } of node.textContent?.matchAll(/\p{L}+/gu) ?? []) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          faults.push(`broken word “${word}”: ${nameOf(label)}`);
      }
    }
  }
  return faults;
}

/** In a panel over the page that is as high as the window and has its own way out: what it covers is meant to be covered. */
function isInDrawer(element: Element): boolean {
  return ancestorsOf(element).some(
    (at) => getComputedStyle(at).position === 'fixed' && at.clientHeight >= innerHeight,
  );
}

/** Every control must be what a click on its center hits. */
function controlFaults(): string[] {
  const faults: string[] = [];
  const controls = 'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=option]';
  for (const control of document.querySelectorAll(controls)) {
    if (!isSeen(control) || getComputedStyle(control).pointerEvents === 'none') continue;
    control.scrollIntoView({ block: 'center', inline: 'nearest' });
    const rect = [...control.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
    if (rect === undefined) continue;
    const hit = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2);
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    if (hit !== null && isInDrawer(hit) && !isInDrawer(control)) continue;
    if (hit === null || ![control, ...labels].some((part) => part.contains(hit)))
      faults.push(`covered by ${hit ? nameOf(hit) : 'nothing'}: ${nameOf(control)}`);
    if (isFieldTooNarrow(control)) faults.push(`cut off in its field: ${nameOf(control)}`);
  }
  return faults;
}

function findFaults(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const faults = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : [];
  faults.push(...overlaps(textPieces(faults)), ...brokenWords());
  const [x, y] = [scrollX, scrollY];
  faults.push(...controlFaults());
  scrollTo(x, y);
  return [...new Set(faults)];
}

const inPage = [
  nameOf,
  ancestorsOf,
  isSeen,
  cutBy,
  textPieces,
  overlaps,
  isFieldTooNarrow,
  brokenWords,
  isInDrawer,
  controlFaults,
  findFaults,
];

/** @returns one line a fault; empty for a sound page */
export const layoutFaults = (page: PageDriver): Promise<string[]> =>
  page.evaluate(`{ ${inPage.join('\n')}; findFaults(); }`);
