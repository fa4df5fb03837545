/** A bar with one cell per request, or per several if the limit is high. Only visual: the numbers are shown beside it. */
interface RequestCellsProps {
  readonly limit: number;
  readonly remaining: number;
  readonly usedHere: number;
  /** As many as fit with a visible gap. */
  readonly maxCells: number;
}

export function RequestCells({ limit, remaining, usedHere, maxCells }: RequestCellsProps) {
  const count = Math.min(limit, maxCells);
  const toCells = (requests: number) => Math.round((requests / limit) * count);
  const left = toCells(Math.min(remaining, limit));
  const here = Math.min(toCells(usedHere), count - left);
  return (
    <div class="cells" aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <span key={at} class={at < here ? 'here' : at < count - left ? 'elsewhere' : undefined} />
      ))}
    </div>
  );
}
