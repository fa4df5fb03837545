/** The job that has created a link, while the page has it: it holds options that no response of the service has. */
import type { JobView } from '../../../lib/views/job-view.ts';
import type { ManageModel } from '../model.ts';

/** @param id of the link */
export const jobOf = ({ view }: Pick<ManageModel, 'view'>, id: string): JobView | undefined =>
  view.value?.jobs.find(({ result }) => result?.id === id && !result.existing && !result.chosen);
