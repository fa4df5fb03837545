import type { WaysOut } from '../../components/failure-action.tsx';
import type { ManageModel } from './model.ts';

/** Where a failure's sentence sends the person, from any room. */
export const waysOut = ({ parts, view }: Pick<ManageModel, 'parts' | 'view'>): WaysOut => ({
  onOpenSettings: parts.openSettings,
  onOpenSite: () => parts.openPage(view.peek()?.site ?? ''),
});
