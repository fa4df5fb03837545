/** A document for tests that render, by linkedom, which WXT depends on. It has no layout and no focus. */
import { parseHTML } from 'linkedom';
import { type ComponentChild, render } from 'preact';
import { act } from 'preact/test-utils';

const window = parseHTML('<!doctype html><html><body></body></html>');
for (const name of [
  'document',
  'Node',
  'Element',
  'HTMLElement',
  'HTMLInputElement',
  'HTMLSelectElement',
  'MutationObserver',
] as const)
  Reflect.set(globalThis, name, Reflect.get(window, name));
window.Element.prototype.scrollIntoView = () => {};
const { matches } = window.Element.prototype;
// linkedom does not know the selector.
Reflect.set(window.Element.prototype, 'matches', function match(this: Element, selector: string) {
  return selector !== ':focus-visible' && matches.call(this, selector);
});
Reflect.set(
  globalThis,
  'CSSStyleSheet',
  class {
    replaceSync(): void {}
  },
);
Reflect.set(window.document, 'adoptedStyleSheets', []);
Reflect.set(window.document, 'styleSheets', []);
// The window is never resized.
Object.assign(globalThis, { addEventListener: () => {}, removeEventListener: () => {} });

// linkedom calls a listener with the event's target as `this`; the standard requires the listening element.
const listeners = new WeakMap<EventListener, EventListener>();
const { addEventListener, removeEventListener } = window.Element.prototype;
window.Element.prototype.addEventListener = function add(
  this: Element,
  type: string,
  listener: EventListener,
) {
  const bound = listener.bind(this);
  listeners.set(listener, bound);
  addEventListener.call(this, type, bound);
};
window.Element.prototype.removeEventListener = function remove(
  this: Element,
  type: string,
  listener: EventListener,
) {
  removeEventListener.call(this, type, listeners.get(listener) ?? listener);
};

export const root: HTMLElement = window.document.body;

/** Renders in place of the previous render. */
export async function draw(child: ComponentChild): Promise<void> {
  await act(() => render(child, root));
}

/** Lets effects, timers without a time and lazy imports run. */
export const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));

export function find(selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`${selector} is not there`);
  return found;
}

export function textsOf(selector: string): string[] {
  return [...root.querySelectorAll(selector)].map((element) => element.textContent ?? '');
}

/** @returns the dispatched event, to check if its default was prevented */
export async function fire(target: Element, type: string, properties: object = {}): Promise<Event> {
  const event = new window.Event(type, { bubbles: true, cancelable: true });
  for (const [name, value] of Object.entries(properties)) Object.defineProperty(event, name, { value });
  await act(() => void target.dispatchEvent(event));
  return event;
}

/** Runs pending tasks until the condition holds. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('The condition never held.');
    await act(() => new Promise((resolve) => setImmediate(resolve)));
  }
}

export function press(target: Element, key: string, more: object = {}): Promise<Event> {
  return fire(target, 'keydown', { key, ...more });
}

export function field(selector: string): HTMLInputElement {
  const found = root.querySelector<HTMLInputElement>(selector);
  if (found === null) throw new Error(`${selector} is not there`);
  return found;
}

export async function type(field: HTMLInputElement, text: string): Promise<void> {
  field.value = text;
  await fire(field, 'input');
}
