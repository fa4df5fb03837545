/** One line that sums up what was chosen, with a button that expands its fields. */
import { Pencil, type IconNode } from 'lucide';
import type { ComponentChildren, Ref } from 'preact';
import { Icon } from '../../../components/icon.tsx';
import { t } from '../../../lib/i18n/t.ts';

interface DisclosureLineProps {
  readonly icon: IconNode;
  /** Accessible name of the button. */
  readonly label: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly button?: Ref<HTMLButtonElement> | undefined;
  readonly children: ComponentChildren;
}

export function DisclosureLine({ icon, label, isOpen, onToggle, button, children }: DisclosureLineProps) {
  return (
    <div class="disclosure-line">
      <Icon of={icon} />
      <div class="disclosure-facts line">{children}</div>
      <button
        type="button"
        ref={button ?? null}
        class="quiet"
        aria-label={label}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <Icon of={Pencil} />
        {t('edit')}
      </button>
    </div>
  );
}
