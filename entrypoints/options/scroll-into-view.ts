/** As a `ref`: when the control appears, and not again. A function made while drawing would be called on every redraw. */
export function focusIntoView(control: HTMLElement | null): void {
  control?.focus();
}
