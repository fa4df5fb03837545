/** The alias that the service has refused. */
import type { JobView } from '../../../lib/views/job-view.ts';
import type { PopupModel } from '../model.ts';

/**
 * @returns `null` if nothing or something else was refused. Services send a text, no code: one that names the alias is
 * about it.
 */
function refusedAliasOf(model: PopupModel): string | null {
  const job = model.job.value;
  // The view has it for a job of an earlier opening.
  const alias = (job && (model.submittedDraft(job)?.alias ?? job.alias)?.trim()) ?? '';
  const failure = job?.failure;
  const isAboutAlias =
    (failure?.kind === 'refused' && /alias/iu.test(failure.message ?? '')) ||
    (failure?.kind === 'invalid-link' && failure.field === 'alias');
  return isAboutAlias && alias !== '' ? alias : null;
}

/**
 * The failure is shown at the alias field, or was until another alias was entered. A form that was opened later may have
 * no alias, and shows it like any other failure.
 */
export function isShownAtAlias(model: PopupModel, job: JobView): boolean {
  if (refusedAliasOf(model) === null) return false;
  return model.submittedDraft(job) !== null || model.form.draft.value.alias.trim() !== '';
}

/** Until another one is typed. */
export const isAliasRefused = (model: PopupModel): boolean =>
  refusedAliasOf(model) === model.form.draft.value.alias.trim();
