/** The quick choices of "Expiration". */
export type QuickExpiry = 'day' | 'week' | 'month';

const after = { day: '+1d', week: '+1w', month: '+1m' } as const;

export function quickExpiry(time: QuickExpiry): string {
  return after[time];
}
