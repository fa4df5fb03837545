/**
 * Handles Enter in the fields of a form that is no `form` of its own. Within another one Enter would submit a link, and that
 * can't be undone. A control that has handled it, such as a picker whose list is open, keeps it.
 *
 * @param act without it, Enter only takes a suggestion
 */
export const onEnter =
  (act?: () => void) =>
  (event: KeyboardEvent): void => {
    const isTaken = event.isComposing || event.defaultPrevented;
    if (event.key !== 'Enter' || isTaken || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    act?.();
  };
