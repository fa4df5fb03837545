/** Dependencies of an outbox that most of its tests have no part in. */
import type { OutboxDeps } from '../../../lib/outbox/outbox-deps.ts';

export const noEffects = {
  validate: async () => null,
  onRunEnd: () => {},
  beforeDrop: async () => {},
  onJoined: () => {},
} satisfies Partial<OutboxDeps>;
