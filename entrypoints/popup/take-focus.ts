/** Gives a control the keyboard as the popup opens. */

let wanted: HTMLElement | null = null;

export function takeFocus(control: HTMLElement | null): void {
  wanted = control;
  control?.focus();
}

/**
 * To be called when the popup's window gets the keyboard. Firefox may draw the popup before that, and forgets who asked
 * for the focus: Tab and Enter then pressed the first button of the page.
 */
export function focusAgain(): void {
  if (wanted?.isConnected && document.activeElement === document.body) wanted.focus();
}
