/** Handles Escape within an element, unless a control in it has done so: unhandled, it would close the popup. */
export const onEscape =
  (act: () => void) =>
  (event: KeyboardEvent): void => {
    // An input method cancels a composition with it.
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    event.preventDefault();
    act();
  };
