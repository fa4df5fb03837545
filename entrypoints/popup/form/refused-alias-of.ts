/** The alias that the service has refused. */
import type { JobView } from '../../../lib/views/job-view.ts';
import type { PopupModel } from '../model.ts';

/**
 * @returns `null` where something else was refused, or nothing. Services send their own words alone, no code: those that
 * name the alias are about it.
 */
function refusedAliasOf(model: PopupModel): string | null {
  const job = model.job.value;
  // A job of an earlier opening has it from the view.
  const alias = (job && (model.submittedDraft(job)?.alias ?? job.alias)?.trim()) ?? '';
  const failure = job?.failure;
  const isAboutAlias =
    (failure?.kind === 'refused' && /alias/iu.test(failure.message ?? '')) ||
    (failure?.kind === 'invalid-link' && failure.field === 'alias');
  return isAboutAlias && alias !== '' ? alias : null;
}

/**
 * The failure is shown at the field, or was: another alias has been entered since. A form that was opened later may have
 * none, and then the failure is shown as any other.
 */
export function isShownAtAlias(model: PopupModel, job: JobView): boolean {
  if (refusedAliasOf(model) === null) return false;
  return model.submittedDraft(job) !== null || model.form.draft.value.alias.trim() !== '';
}

/** Until another one is typed. */
export const isAliasRefused = (model: PopupModel): boolean =>
  refusedAliasOf(model) === model.form.draft.value.alias.trim();
