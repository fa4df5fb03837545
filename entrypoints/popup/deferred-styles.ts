/** The styles that the first paint does without. */
import styles from './deferred.css?inline';

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);
