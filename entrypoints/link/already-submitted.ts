/** What the form and its rows share with the last submission, so that no link is created twice. */
import type { LinkDraft } from '../../lib/draft/draft.ts';
import { isEqual } from '../../lib/draft/is-equal.ts';
import { redactPassword } from '../../lib/draft/redact-password.ts';
import {
  sourceOf,
  suffixOf,
  type SubmittedSet,
  type Placement,
  type SubmittedPlacement,
} from '../../lib/placements/placements.ts';

/** True as long as the form has what was submitted. Of a password only its presence is known. */
export const isBaseOf = ({ base, hadPassword }: SubmittedSet, content: LinkDraft): boolean =>
  isEqual(redactPassword(content), base) && !!content.extras?.password === hadPassword;

/**
 * The placements that need no new job: their links were created or may have been, or their jobs can be retried. A renamed
 * one keeps its link.
 *
 * @param kept those of the submission that keep their jobs
 */
export function findAlreadySubmitted(
  submission: SubmittedSet | null,
  content: LinkDraft,
  parameter: string,
  places: readonly Placement[],
  kept: readonly SubmittedPlacement[],
): ReadonlyMap<Placement, SubmittedPlacement> {
  const submitted = new Map<Placement, SubmittedPlacement>();
  if (submission === null || submission.parameter !== parameter.trim() || !isBaseOf(submission, content))
    return submitted;
  const left = [...kept];
  for (const placement of places) {
    const [source, suffix] = [sourceOf(placement), suffixOf(placement, content.alias)];
    const at = left.findIndex((one) => one.source === source && one.suffix === suffix);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    if (found) submitted.set(placement, { ...found, name: placement.name.trim() });
  }
  return submitted;
}
