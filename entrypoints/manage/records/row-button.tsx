/** A button of a row: an icon, with its word beside it or as a tooltip, and the record's name in its own. */
import type { IconNode } from 'lucide';
import { Button } from '../../../components/button.tsx';

interface RowButtonProps {
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
  /** The word is beside the icon: the row's main action. */
  readonly showsWord?: boolean;
  readonly onClick: () => void;
}

export function RowButton(props: RowButtonProps) {
  const { icon, word, label, focusTarget, expanded, mirrors = false, showsWord = false, onClick } = props;
  return (
    <Button
      icon={icon}
      mirrors={mirrors}
      text={showsWord && word}
      class={showsWord ? 'quiet' : 'icon'}
      data-focus-target={focusTarget}
      aria-label={label}
      aria-expanded={expanded}
      title={showsWord ? undefined : word}
      onClick={onClick}
    />
  );
}
