/** The styles that few openings need: each chunk that draws with them imports this one. */
import { addStyles } from './add-styles.ts';
import styles from './late.css?inline';

/** Its styles are all in its scripts; those of the pages in tabs are in style sheets, with these. */
const isPopup = document.styleSheets.length === 0;

if (isPopup) addStyles(styles);
