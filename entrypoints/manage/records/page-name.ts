/** The name of a form that this page opens in a tab of its own. */
import { isIncognito } from '../../../lib/browser/incognito.ts';
import { incognitoPrefix } from '../../../lib/draft/parse-draft.ts';

/** In a private window the name says so: what the form needs is kept in memory only. */
export const newPageName = (): string => (isIncognito() ? incognitoPrefix : '') + crypto.randomUUID();
