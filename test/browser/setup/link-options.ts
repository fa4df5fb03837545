/** Fills in "More options" by keyboard, in the popup and as a page. */
import { until, type Driver } from '../harness/index.ts';
import { waitUntil } from './connected.ts';
import { inOrder } from '../../support/texts.ts';

/** Sections are the browser's own; a screen reader meets their summary as a disclosure. */
export async function unfold(page: Driver, name: string): Promise<void> {
  const summary = new RegExp(`^${inOrder(name).source}`, 'u');
  // Chromium has two words for them, by version.
  const roles = ['DisclosureTriangle', 'DisclosureTriangleGrouped'];
  const role = await until(`the section ${name}`, async () => {
    for (const one of roles) if ((await page.all(one, summary)).length === 1) return one;
    return undefined;
  });
  await page.click(role, summary);
  await page.waitFor('group', name);
}

/** Chooses in a list by the keyboard: focus, then as many letters as lead to it first. */
export async function select(page: Driver, name: string, value: string): Promise<void> {
  const { backendNodeId } = await page.waitFor('combobox', name);
  await page.session.send('DOM.focus', { backendNodeId });
  const letters = await until(`${name} to offer ${value}`, () =>
    page.evaluate(
      (wanted: string) => {
        const list = document.activeElement;
        if (!(list instanceof HTMLSelectElement)) return undefined;
        const options = Array.from(list.options);
        const own = options.find((option) => option.value === wanted);
        const isFirst = (letters: string) =>
          options.find(({ text }) => text.toLowerCase().startsWith(letters.toLowerCase())) === own;
        return Array.from(own?.text ?? '', (_, at) => own?.text.slice(0, at + 1) ?? '').find(isFirst);
      },
      { args: [value] },
    ),
  );
  await page.type(letters);
  await waitUntil(`${name} to be ${value}`, async () => (await page.value('combobox', name)) === value);
}

/** The browser's date field is typed in parts whose order depends on the locale; here only its value matters. */
export const setExpiry = (page: Driver, value: string): Promise<unknown> =>
  page.evaluate(
    (to: string) => {
      const field = document.querySelector<HTMLInputElement>('#expires');
      if (field === null) throw new Error('no field for the expiry');
      field.value = to;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    },
    { args: [value] },
  );
