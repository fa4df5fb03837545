/** As a `ref`: focuses a control once, when it appears. A function made during a render would run on every render. */
export function focusOnMount(control: HTMLElement | null): void {
  control?.focus();
}
