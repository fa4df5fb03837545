/** Progress as one bar: created and failed, as shares of all. */
interface ProgressBarProps {
  readonly label: string;
  readonly all: number;
  readonly created: number;
  readonly failed: number;
  /** From 0 to 1: all that has ended, also without a link. */
  readonly progress: number;
}

export function ProgressBar({ label, all, created, failed, progress }: ProgressBarProps) {
  const percentOf = (count: number) => (count / Math.max(1, all)) * 100;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(progress * 100)}
      class="progress-bar"
    >
      <svg class="mirrors" width="100%" height="8" aria-hidden="true">
        <rect class="created" width={`${percentOf(created)}%`} height="8" />
        <rect class="failed" x={`${percentOf(created)}%`} width={`${percentOf(failed)}%`} height="8" />
      </svg>
    </div>
  );
}
