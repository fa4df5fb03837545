/** Stops checking whether the shown link was created: back to the form. */
import type { JobView } from '../../../lib/views/job-view.ts';
import type { PopupModel } from '../model.ts';

export function dismissJob(model: PopupModel, { id }: JobView): void {
  model.deps.send('decide', { id, decision: 'dismiss' });
  model.reset();
  model.withdrawn.value = 'unconfirmed';
}
