/** A button of a row: an icon, with its word beside it or as a tooltip, and the record's name in its own. */
import { ExternalLink, type IconNode } from 'lucide';
import { t } from '../../../lib/i18n/t.ts';
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
  /** It does nothing for now. */
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

export function RowButton(props: RowButtonProps) {
  const {
    icon,
    word,
    label,
    focusTarget,
    expanded,
    mirrors = false,
    showsWord = false,
    disabled,
    onClick,
  } = props;
  return (
    <Button
      icon={icon}
      mirrors={mirrors}
      text={showsWord && word}
      class={showsWord ? 'quiet' : 'icon'}
      data-focus-target={focusTarget}
      aria-label={label}
      aria-expanded={expanded}
      aria-disabled={disabled}
      title={showsWord ? undefined : word}
      onClick={onClick}
    />
  );
}

interface OpenButtonProps {
  /** The URL as it is displayed. */
  readonly name: string;
  readonly onClick: () => void;
}

/** Opens a URL in a tab of its own. */
export function OpenButton({ name, onClick }: OpenButtonProps) {
  return (
    <RowButton icon={ExternalLink} mirrors word={t('open')} label={t('openLink', name)} onClick={onClick} />
  );
}
