/** The frame of the samples: a card for each component, and the name of each state above it. */
import type { ComponentChildren } from 'preact';

interface CardProps {
  readonly name: string;
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

export function Card({ name, isWide = false, children }: CardProps) {
  return (
    <section class={isWide ? 'card wide' : 'card'}>
      <h2>{name}</h2>
      {children}
    </section>
  );
}

interface SampleProps extends Omit<CardProps, 'isWide'> {
  /** The test that takes the pictures forces this state. */
  readonly force?: 'hover' | 'focus-visible';
}

export function Sample({ name, force, children }: SampleProps) {
  return (
    <div class="sample" data-force={force}>
      <span class="hint">{name}</span>
      {children}
    </div>
  );
}

export const ignore = (): void => undefined;
