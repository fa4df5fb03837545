/** A button of a row: an icon, with its word as a tooltip and the record's name in its own. */
import type { IconNode } from 'lucide';
import { Icon } from '../../../components/icon.tsx';

export interface RowButtonProps {
  readonly icon: IconNode;
  /** "Edit" */
  readonly word: string;
  /** "Edit campaign Summer" */
  readonly label: string;
  /** Names it for `useFocusTarget`. */
  readonly focusTarget?: string;
  readonly expanded?: boolean;
  /** The icon points along the line of reading. */
  readonly mirrors?: boolean;
  readonly onClick: () => void;
}

export function RowButton({ icon, word, label, focusTarget, expanded, mirrors, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      class="icon"
      data-focus-target={focusTarget}
      aria-label={label}
      aria-expanded={expanded}
      title={word}
      onClick={onClick}
    >
      <Icon of={icon} mirrors={mirrors ?? false} />
    </button>
  );
}
