/** Entry of a page that only a build in development mode has (wxt.config.ts): every component in every state. */
import { render } from 'preact';
import { getMessage } from '../../lib/browser/i18n.ts';
import { setDocumentLanguage } from '../../lib/i18n/document-language.ts';
import { setTranslator } from '../../lib/i18n/t.ts';
import { Components } from './components.tsx';
import './components.css';

setTranslator(getMessage);
setDocumentLanguage();
render(<Components />, document.body);
