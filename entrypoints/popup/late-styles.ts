/** The styles that few openings need: each chunk that draws with them imports this one. The pages in tabs have them in their own style sheets. */
import { addStyles } from './add-styles.ts';
import styles from './late.css?inline';

if (document.styleSheets.length === 0) addStyles(styles);
