/** Focuses a control as the popup opens, without scrolling: a zoomed popup may be higher than its window. */
export function createInitialFocus() {
  let target: HTMLElement | null = null;
  return {
    take(control: HTMLElement | null): void {
      target = control;
      control?.focus({ preventScroll: true });
    },

    /**
     * To be called when the popup's window gets the focus. Firefox may draw the popup before that and then drops the
     * control's focus: Tab and Enter pressed the first button of the page.
     */
    restore(): void {
      if (target?.isConnected && document.activeElement === document.body)
        target.focus({ preventScroll: true });
    },
  };
}
