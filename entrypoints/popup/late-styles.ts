/** The styles that few openings need: each chunk that draws with them imports this one. */
import { addStyles } from './add-styles.ts';
import styles from './late.css?inline';

/** The popup's styles are all in its scripts. The pages in tabs have style sheets, which hold these, too. */
const isPopup = document.styleSheets.length === 0;

if (isPopup) addStyles(styles);
