const immediate = globalThis.setImmediate;

/** Runs pending callbacks of storage, database, and promises. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => immediate(resolve));
}
