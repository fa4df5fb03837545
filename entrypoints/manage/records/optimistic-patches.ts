/** Changes that this page has made, applied to the stored records until the service's list is newer. */
interface Patch<R> {
  /** Epoch ms. */
  readonly at: number;
  readonly added?: R;
  /** In the order of the changes. */
  readonly fields?: readonly Partial<R>[];
  readonly removed?: boolean;
}

export function createOptimisticPatches<R extends { readonly id: string }>(
  now: () => number,
  onChange: () => void,
) {
  const patches = new Map<string, Patch<R>>();

  function record(id: string, change: Omit<Patch<R>, 'at'>): void {
    const before = patches.get(id);
    const fields = [...(before?.fields ?? []), ...(change.fields ?? [])];
    patches.set(id, { ...before, ...change, fields, at: now() });
    onChange();
  }

  return {
    add: (added: R): void => record(added.id, { added }),
    update: (id: string, fields: Partial<R>): void => record(id, { fields: [fields] }),
    remove: (id: string): void => record(id, { removed: true }),

    /** @param at the time of the list that has been read: epoch ms */
    dropOlderThan(at: number): void {
      for (const [id, patch] of patches) if (patch.at < at) patches.delete(id);
    },

    applyTo(stored: readonly R[]): readonly R[] {
      const known = new Set<string>(stored.map(({ id }) => id));
      const added = [...patches.values()].flatMap((patch) =>
        patch.added && !known.has(patch.added.id) ? [patch.added] : [],
      );
      return [...stored, ...added].flatMap((original) => {
        const { fields = [], removed = false } = patches.get(original.id) ?? {};
        return removed ? [] : [fields.reduce<R>((result, change) => ({ ...result, ...change }), original)];
      });
    },
  };
}
