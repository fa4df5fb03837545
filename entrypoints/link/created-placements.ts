/** What the form and its rows share with the batch submitted last, so that no link is created twice. */
import type { LinkDraft } from '../../lib/draft/draft.ts';
import { isEqual } from '../../lib/draft/is-equal.ts';
import { redactPassword } from '../../lib/draft/redact-password.ts';
import {
  sourceOf,
  suffixOf,
  type Batch,
  type Placement,
  type SubmittedPlacement,
} from '../../lib/placements/placements.ts';

/** True as long as the form has what the batch was submitted with. Of a password only its presence is known. */
export const isBaseOf = ({ base, hadPassword }: Batch, content: LinkDraft): boolean =>
  isEqual(redactPassword(content), base) && !!content.extras?.password === hadPassword;

/** The placements whose links the batch has created already, each with its link. A renamed one keeps its link. */
export function findCreated(
  batch: Batch | null,
  content: LinkDraft,
  parameter: string,
  places: readonly Placement[],
): ReadonlyMap<Placement, SubmittedPlacement> {
  const created = new Map<Placement, SubmittedPlacement>();
  if (batch === null || batch.parameter !== parameter.trim() || !isBaseOf(batch, content)) return created;
  const left = batch.asked.filter(({ shortUrl }) => shortUrl !== null);
  for (const placement of places) {
    const [source, suffix] = [sourceOf(placement), suffixOf(placement, content.alias)];
    const at = left.findIndex((one) => one.source === source && one.suffix === suffix);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    if (found) created.set(placement, { ...found, name: placement.name.trim() });
  }
  return created;
}
