/** A status of the popup's status bar that leads to a page. */
import type { IconNode } from 'lucide';
import { Icon } from '../../../components/icon.tsx';

interface StatusButtonProps {
  readonly icon: IconNode;
  readonly text: string;
  readonly title?: string;
  readonly onClick: () => void;
}

export function StatusButton({ icon, text, title, onClick }: StatusButtonProps) {
  return (
    <button type="button" class="quiet" title={title} onClick={onClick}>
      <Icon of={icon} />
      <span>{text}</span>
    </button>
  );
}
