/** Entry of a page that only a build in development mode has (wxt.config.ts): every component in every state. */
import { render } from 'preact';
import { getMessage } from '../../lib/browser/browser-messages.ts';
import { setDocumentLanguage } from '../../lib/i18n/document-language.ts';
import { setTranslator } from '../../lib/i18n/t.ts';
import { Gallery } from './gallery.tsx';
import './gallery.css';

setTranslator(getMessage);
setDocumentLanguage();
render(<Gallery />, document.body);
