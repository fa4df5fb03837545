/** The one place that writes to the console. Names and kinds only: an error's text could quote what a server sent. */
export function logError(error: unknown): void {
  const name = error instanceof Error ? error.name : typeof error;
  console.warn(`Curtail: a step failed (${name}).`);
}
