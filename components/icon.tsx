/** A Lucide icon in the current text color. Decorative: a text beside it, or the name of its button, has the meaning. */
import type { IconNode } from 'lucide';
import { createElement } from 'preact';

export interface IconProps {
  readonly of: IconNode;
  /** In px. */
  readonly size?: 14 | 16 | 18 | 20 | undefined;
  /** It points in reading direction, so it is mirrored in right-to-left languages. */
  readonly mirrors?: boolean | undefined;
}

export function Icon({ of, size = 16, mirrors = false }: IconProps) {
  return (
    <svg
      class={mirrors ? 'mirrors' : undefined}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {of.map(([shape, attributes]) => createElement(shape, attributes))}
    </svg>
  );
}
