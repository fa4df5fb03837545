/** A name and its value in a `dl`. */
import type { ComponentChildren } from 'preact';

interface DetailProps {
  readonly name: string;
  /** In place of an empty value. */
  readonly fallback?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Detail({ name, fallback, children }: DetailProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children || fallback}</dd>
    </>
  );
}
