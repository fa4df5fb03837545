/** The button that opens the assign panel of a record, and the panel. */
import type { ComponentChildren } from 'preact';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import type { FocusFn } from '../records/use-focus-target.ts';
import type { ManageModel } from '../model.ts';
import { AssignPanel } from './assign-panel.tsx';
import type { Assignments } from './assign-panels.ts';

interface AssignButtonProps {
  readonly assignments: Assignments;
  readonly to: PickerOption;
  /** "Add links to Summer" */
  readonly label: string;
  readonly giveFocus: FocusFn;
  readonly children: ComponentChildren;
}

export function AssignButton({ assignments, to, label, giveFocus, children }: AssignButtonProps) {
  const open = assignments.get(to.id) !== null;
  return (
    <button
      type="button"
      data-focus-target={`assigning-${to.id}`}
      aria-label={label}
      aria-expanded={open}
      onClick={() => {
        if (open) assignments.close(to.id);
        else {
          giveFocus(`assign-${to.id}`);
          assignments.show(to);
        }
      }}
    >
      {children}
    </button>
  );
}

interface OpenPanelProps {
  readonly assignments: Assignments;
  readonly id: string;
  readonly name: string;
  readonly page: ManageModel;
  readonly giveFocus: FocusFn;
}

export function OpenPanel({ assignments, id, name, page, giveFocus }: OpenPanelProps) {
  const model = assignments.get(id);
  if (model === null) return null;
  const close = () => {
    giveFocus(`assigning-${id}`);
    assignments.close(id);
  };
  return <AssignPanel model={model} page={page} name={name} onClose={close} />;
}
