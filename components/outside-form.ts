/** The button that Enter presses. Where it is not the popup's main one, its form takes Enter itself. */
const button = 'button:not([type=button], .submit:not(.main))';

/**
 * Attributes of a password field, which belongs to no form: Firefox offers to save what a form with a password is submitted
 * with, as a login of the extension's page, and would fill it in again. So Enter is passed on to the form's button here.
 */
export const outsideForm = {
  form: '',
  onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLElement)) return;
    const submit = event.target.closest('form')?.querySelector<HTMLButtonElement>(button);
    if (!submit) return;
    event.preventDefault();
    submit.click();
  },
};
