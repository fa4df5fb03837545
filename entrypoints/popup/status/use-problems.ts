/** Loads the failures and questions when a job has one. */
import type { JobView } from '../../../lib/views/job-view.ts';
import { useLazyModule } from '../use-lazy-module.ts';

export const useProblems = (isNeeded: boolean) => useLazyModule(isNeeded, () => import('./problems.tsx'));

export const hasProblem = ({ question, state }: JobView): boolean => question !== null || state === 'refused';
