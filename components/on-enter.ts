/**
 * Handles Enter in the fields of a form within another one, which would submit a link, and that can't be undone.
 *
 * @param act without it, Enter only takes a suggestion
 */
export const onEnter =
  (act?: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    act?.();
  };
