/**
 * Arrow Up and Down, Home and End among the items of an open menu; from the button that opens it, into the menu.
 * Otherwise these keys scroll the page.
 */
export function moveInMenu(event: KeyboardEvent, menu: HTMLElement | null): void {
  const { key, target, ctrlKey, altKey, metaKey, shiftKey } = event;
  if (menu === null || event.isComposing || ctrlKey || altKey || metaKey || shiftKey) return;
  const items = [...menu.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const at = items.findIndex((item) => item === target);
  // In a text field they move the cursor.
  if (at < 0 && target instanceof Node && menu.contains(target)) return;
  const to = { ArrowDown: at + 1, ArrowUp: Math.max(0, at) - 1, Home: 0, End: -1 }[key];
  if (to === undefined) return;
  event.preventDefault();
  items.at(to % items.length)?.focus();
}
