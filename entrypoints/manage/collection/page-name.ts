/** The name of a form that this page opens in a tab of its own. */
import { inPrivateWindow } from '../../../lib/browser/private-window.ts';
import { privatePage } from '../../../lib/shortening/draft-guard.ts';

/** In a private window the name says so: what the form needs is kept in memory only. */
export const newPageName = (): string => (inPrivateWindow() ? privatePage : '') + crypto.randomUUID();
