/** Pickers for the campaign, the channel and the pixels of a link, for a page that loads at once. */
import { openCombobox } from './combobox/open-combobox.tsx';
import {
  LazyAssignmentFields,
  type Assignment,
  type AssignmentFieldsProps,
} from './lazy-assignment-fields.tsx';

export function AssignmentFields<Field extends keyof Assignment>(props: AssignmentFieldsProps<Field>) {
  return <LazyAssignmentFields {...props} behavior={openCombobox} />;
}
