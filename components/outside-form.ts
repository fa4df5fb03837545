/**
 * Attributes of a password field, which belongs to no form: Firefox offers to save what a form with a password is submitted
 * with, as a login of the extension's page, and would fill it in again. So Enter is passed on to the form's button here.
 */
export const outsideForm = {
  form: '',
  onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLElement)) return;
    event.preventDefault();
    event.target.closest('form')?.querySelector<HTMLButtonElement>('button:not([type=button])')?.click();
  },
};
