/** A labeled field with its hint and its problem. */
import { CircleAlert } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../../components/icon.tsx';

export interface LabeledFieldProps {
  /** The control's id, unique in the page. */
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** A sentence; `null` for none. */
  readonly problem: string | null;
}

/** Attributes that connect a control with its label, hint and problem. */
export const fieldAria = ({ id, hint, problem }: Omit<LabeledFieldProps, 'label'>) => ({
  id,
  'aria-invalid': problem !== null,
  'aria-describedby': `${hint === undefined ? '' : `${id}-hint `}${id}-problem`,
});

export function LabeledField({
  id,
  label,
  hint,
  problem,
  children,
}: LabeledFieldProps & { readonly children: ComponentChildren }) {
  return (
    <div class="record-field">
      <label for={id}>{label}</label>
      {children}
      {/* A problem takes the place of the hint, so that little moves. */}
      {hint !== undefined && (
        <p id={`${id}-hint`} class={problem === null ? 'hint' : 'visually-hidden'}>
          {hint}
        </p>
      )}
      {/* Always rendered: screen readers often miss a live region that appears with its text. */}
      <p id={`${id}-problem`} class="problem" aria-live="polite">
        {problem !== null && <Icon of={CircleAlert} size={14} />}
        {problem}
      </p>
    </div>
  );
}
