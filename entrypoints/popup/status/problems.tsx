/** Failures, questions and a waiting link: in a chunk of their own, since few openings show them. */
import '../lazy-styles.ts';

export { AmbiguousLinkPrompt } from '../../../components/ambiguous-link-prompt.tsx';
export { RefusedAlias } from '../form/refused-alias.tsx';
export { CancelableJob } from './cancelable-job.tsx';
export { JobFailure } from './job-failure.tsx';
export { OtherProblems } from './other-problems.tsx';
export { CopiedInMenu } from './copied-in-menu.tsx';
export { MissedCopy } from './missed-copy.tsx';
export { StorageNotices } from './storage-notices.tsx';
