import type { CDPSession } from 'puppeteer-core';
import type { Accessible } from './accessibility.ts';
import { callOn, evaluate } from './evaluate.ts';
import { pause } from './wait.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The center of an element, scrolled into view. */
async function centerOf(
  session: CDPSession,
  { backendNodeId, role, name, states }: Accessible,
): Promise<Point> {
  if (states['disabled'] === true) throw new Error(`${role} "${name}" is disabled.`);
  await session.send('DOM.scrollIntoViewIfNeeded', { backendNodeId });
  const { quads } = await session.send('DOM.getContentQuads', { backendNodeId });
  const quad = quads[0];
  if (!quad) throw new Error(`${role} "${name}" has no area on the page.`);
  const mean = (first: number): number => {
    const values = quad.filter((_, index) => index % 2 === first);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  return { x: mean(0), y: mean(1) };
}

/** The same, once the element has not moved for two frames. */
async function restingPoint(session: CDPSession, node: Accessible): Promise<Point> {
  const first = await centerOf(session, node);
  await pause(34);
  const second = await centerOf(session, node);
  if (first.x !== second.x || first.y !== second.y) throw new Error(`${node.role} "${node.name}" moves.`);
  return second;
}

/**
 * Until the next click, events of the mouse reach nothing but the element: a layout that changes between the measurement
 * and the click would have it hit something else. False where something covers the element.
 */
const guardClick = `function (x, y) {
  const hit = document.elementFromPoint(x, y);
  if (!hit) return false;
  const isLabel = (element) => [...(this.labels ?? [])].some((label) => label.contains(element));
  const isTarget = (element) => element === hit || this.contains(element) || isLabel(element);
  // What surrounds it is hit instead where it takes no events of the mouse itself, or has moved away.
  const { left, right, top, bottom } = this.getBoundingClientRect();
  const takesNone = hit.contains(this) && x >= left && x <= right && y >= top && y <= bottom;
  if (!this.contains(hit) && !takesNone && !isLabel(hit)) return false;
  const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  const state = { missed: false, isClicked: false };
  const check = (event) => {
    const { target, type } = event;
    if (type === 'pointerdown') state.missed = !isTarget(target);
    if (state.missed) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (type !== 'click') return;
    state.isClicked = isTarget(target);
    state.end();
  };
  // A press whose release hits something else makes no click. What the press removed needs none, and the list of a select
  // takes the release.
  state.hasMissed = () => state.missed || (!state.isClicked && this.isConnected && this.tagName !== 'SELECT');
  state.end = () => kinds.forEach((kind) => removeEventListener(kind, check, true));
  kinds.forEach((kind) => addEventListener(kind, check, true));
  window[Symbol.for('guarded click')]?.end();
  window[Symbol.for('guarded click')] = state;
  return true;
}`;

/** Read after the click; \`undefined\` in a page that the click has left. */
const hasMissed = `(() => {
  const state = window[Symbol.for('guarded click')];
  state?.end();
  return state?.hasMissed();
})()`;

/**
 * Clicks the middle of an element that rests.
 *
 * @returns false where it is covered or moves, or no click reached it: then nothing was clicked
 */
export async function clickOn(
  session: CDPSession,
  node: Accessible,
  unlessClosed: (work: Promise<void>) => Promise<void>,
): Promise<boolean> {
  const point = await guardedPoint(session, node).catch(() => undefined);
  if (point === undefined) return false;
  const at = { ...point, button: 'left' as const, clickCount: 1 };
  await unlessClosed(
    (async () => {
      await session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
      await session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
    })(),
  );
  // The click may have closed the page, or left it.
  const missed = await evaluate<boolean | undefined>(session, hasMissed).catch(() => undefined);
  return missed !== true;
}

/** @throws where the element can't be clicked */
async function guardedPoint(session: CDPSession, node: Accessible): Promise<Point | undefined> {
  const { x, y } = await restingPoint(session, node);
  await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
  const isGuarded = await callOn(session, node.backendNodeId, guardClick, [x, y]);
  return isGuarded === true ? { x, y } : undefined;
}
