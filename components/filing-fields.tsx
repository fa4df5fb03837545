/** Pickers for the campaign, the channel and the pixels of a link, for a page that loads at once. */
import { openCombobox } from './combobox/open-combobox.tsx';
import { LazyFilingFields, type Filing, type FilingFieldsProps } from './lazy-filing-fields.tsx';

export function FilingFields<Field extends keyof Filing>(props: FilingFieldsProps<Field>) {
  return <LazyFilingFields {...props} behavior={openCombobox} />;
}
