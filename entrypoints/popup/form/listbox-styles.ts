/** The style of open lists: loaded with the first picker that is used. */
import listbox from '../../../components/combobox/listbox.css?inline';
import { addStyles, hasAddedStyles } from '../add-styles.ts';

// The pages in tabs have it in their style sheets.
if (hasAddedStyles()) addStyles(listbox);
