/** Handles Escape within an element, unless a control in it has done so: unhandled, it would close the popup. */
export const onEscape =
  (act: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    act();
  };
