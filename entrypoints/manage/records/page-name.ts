/** Names the draft of a link page that is opened in a tab of its own. */
import { isIncognito } from '../../../lib/browser/incognito.ts';
import { incognitoPrefix } from '../../../lib/draft/parse-draft.ts';

/** The prefix of a private window makes the draft stay in memory. */
export const newPageName = (): string => (isIncognito() ? incognitoPrefix : '') + crypto.randomUUID();
