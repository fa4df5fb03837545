/** A button with a text and an icon before it, or with an icon alone. It submits a form only where its type says so. */
import type { IconNode } from 'lucide';
import type { ComponentChildren, ComponentProps } from 'preact';
import { Icon, type IconProps } from './icon.tsx';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'icon'>, Pick<IconProps, 'size' | 'mirrors'> {
  readonly icon?: IconNode | undefined;
  readonly text?: ComponentChildren;
}

export function Button({ icon, size, mirrors, text, ...attributes }: ButtonProps) {
  return (
    <button type="button" {...attributes}>
      {icon && <Icon of={icon} size={size} mirrors={mirrors} />}
      {text}
    </button>
  );
}
