import type { ComponentChildren } from 'preact';

interface DetailProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

export function Detail({ name, children }: DetailProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
