/** The time until something happens, as a ring. The sentence beside it has the same time, so the style sheet draws it. */
const ringLength = 2 * Math.PI * 20;

interface CountdownRingProps {
  /** The time as text, drawn inside. */
  readonly left: string;
  /** From 0 to 1. */
  readonly share: number;
}

export function CountdownRing({ left, share }: CountdownRingProps) {
  return (
    <span class="waiting-sign ring" data-left={left}>
      <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
        <circle cx="24" cy="24" r="20" />
        <circle
          cx="24"
          cy="24"
          r="20"
          stroke-dasharray={ringLength}
          stroke-dashoffset={ringLength * (1 - share)}
        />
      </svg>
    </span>
  );
}
