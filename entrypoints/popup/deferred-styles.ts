/** The styles of what is not there at the first paint. Imported before any code that adds styles of its own. */
import { addStyles, hasAddedStyles } from './add-styles.ts';
import styles from './deferred.css?inline';

// The pages in tabs have style sheets, which hold these, too.
if (hasAddedStyles()) addStyles(styles);
