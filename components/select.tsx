/** A native select with the arrow of the other pickers. */
import { ChevronDown } from 'lucide';
import type { ComponentProps } from 'preact';
import { Icon } from './icon.tsx';

export function Select(props: ComponentProps<'select'>) {
  return (
    <span class="select">
      <select {...props} />
      <Icon of={ChevronDown} />
    </span>
  );
}
