/** The button that opens the assign panel of a record, and the panel. */
import type { IconNode } from 'lucide';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import { RowButton } from '../records/row-button.tsx';
import type { FocusFn } from '../records/use-focus-target.ts';
import type { ManageModel } from '../model.ts';
import { AssignPanel } from './assign-panel.tsx';
import type { AssignPanels } from './assign-panels.ts';

interface AssignButtonProps {
  readonly panels: AssignPanels;
  readonly to: PickerOption;
  readonly icon: IconNode;
  /** "Add links" */
  readonly word: string;
  /** "Add links to Summer" */
  readonly label: string;
  readonly giveFocus: FocusFn;
}

export function AssignButton({ panels, to, icon, word, label, giveFocus }: AssignButtonProps) {
  const open = panels.get(to.id) !== null;
  return (
    <RowButton
      icon={icon}
      word={word}
      label={label}
      focusTarget={`assigning-${to.id}`}
      expanded={open}
      showsWord
      onClick={() => {
        if (open) panels.close(to.id);
        else {
          giveFocus(`assign-${to.id}`);
          panels.show(to);
        }
      }}
    />
  );
}

interface OpenAssignPanelProps {
  readonly panels: AssignPanels;
  readonly id: string;
  readonly name: string;
  readonly page: ManageModel;
  /** No form has the main button. */
  readonly isMain: boolean;
  readonly giveFocus: FocusFn;
}

export function OpenAssignPanel({ panels, id, name, page, isMain, giveFocus }: OpenAssignPanelProps) {
  const model = panels.get(id);
  if (model === null) return null;
  const close = () => {
    giveFocus(`assigning-${id}`);
    panels.close(id);
  };
  return <AssignPanel model={model} page={page} name={name} isMain={isMain} onClose={close} />;
}
