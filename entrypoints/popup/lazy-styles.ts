/** The styles that few openings need: each chunk that draws with them imports this one. */
import { addStyles, hasAddedStyles } from './add-styles.ts';
import styles from './lazy.css?inline';

// The pages in tabs have style sheets, which hold these, too. The popup has none: first-paint.tsx adds its styles.
if (hasAddedStyles()) addStyles(styles);
