/** The name of a form that this page opens in a tab of its own. */
import { inPrivateWindow } from '../../../lib/browser/incognito.ts';
import { privatePage } from '../../../lib/draft/parse-draft.ts';

/** In a private window the name says so: what the form needs is kept in memory only. */
export const newPageName = (): string => (inPrivateWindow() ? privatePage : '') + crypto.randomUUID();
