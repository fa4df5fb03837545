import type { FailureActions } from '../../components/failure-action.tsx';
import type { ManageModel } from './model.ts';

/** Targets of the links in a failure's sentence. */
export const failureActions = ({ deps, view }: Pick<ManageModel, 'deps' | 'view'>): FailureActions => ({
  onOpenSettings: deps.openSettings,
  onOpenSite: () => deps.openPage(view.peek()?.site ?? ''),
});
