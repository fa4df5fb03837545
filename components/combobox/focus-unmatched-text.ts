/**
 * True while a picker holds a text that is none of its options: what was chosen before must not be submitted in its place.
 * The picker gets the focus, and its list opens, where the text can be created.
 */
export function focusUnmatchedText(within: ParentNode | null = document.querySelector('form')): boolean {
  const field = within?.querySelector<HTMLElement>('[role=combobox][aria-invalid=true]');
  field?.focus();
  field?.click();
  return field != null;
}
