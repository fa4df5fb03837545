/** What few openings show: failures, questions, a link that waits, in a chunk of its own that loads with the first of them. */
import '../late-styles.ts';

export { AmbiguousLinkPrompt } from '../../../components/ambiguous-link-prompt.tsx';
export { RefusedAlias } from '../form/refused-alias.tsx';
export { CancelableJob } from './cancelable-job.tsx';
export { JobFailure } from './job-failure.tsx';
export { OtherProblems } from './other-problems.tsx';
export { CopiedInMenu, MissedCopy } from './missed-copy.tsx';
export { StorageNotices } from './storage-notices.tsx';
