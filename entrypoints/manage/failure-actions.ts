import type { FailureActions } from '../../components/failure-action.tsx';
import type { ManageModel } from './model.ts';

/** Where a failure's sentence sends the person, from any room. */
export const failureActions = ({ deps, view }: Pick<ManageModel, 'deps' | 'view'>): FailureActions => ({
  onOpenSettings: deps.openSettings,
  onOpenSite: () => deps.openPage(view.peek()?.site ?? ''),
});
