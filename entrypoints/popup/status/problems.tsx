/** What few links need: failures and questions, in a chunk of its own that loads with the first of them. */
export { AmbiguousLinkPrompt } from '../../../components/ambiguous-link-prompt.tsx';
export { RefusedAlias } from '../form/refused-alias.tsx';
export { JobFailure } from './job-failure.tsx';
export { OtherProblems } from './other-problems.tsx';
