/** The problem of a field, in the place of its hint. */
import { CircleAlert } from 'lucide';
import { Icon } from '../../../components/icon.tsx';

export interface FieldProblemProps {
  readonly id: string;
  /** A sentence; `null` for none. */
  readonly text: string | null;
}

export function FieldProblem({ id, text }: FieldProblemProps) {
  return (
    // Always rendered: screen readers often miss a live region that appears with its text.
    <p id={id} class="problem" aria-live="polite">
      {text !== null && <Icon of={CircleAlert} size={14} />}
      {text}
    </p>
  );
}
