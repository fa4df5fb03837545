/** The result of "Copy" beside the existing link and in the recent list. Success is for screen readers: the row shows it. */
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { isolateLeftToRight } from '../../../lib/text/isolate.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ModelProps } from '../model.ts';

export function CopyStatus({ model }: ModelProps) {
  const { copied, copyFailed, job, view } = model;
  const isListed = (short: string) =>
    [model.existingLink.value, ...view.value.recents].some((link) => link?.shortUrl === short);
  // A link that was just created has its own status.
  const isHere = job.value?.state !== 'done';
  return (
    <p role="status" class="copy-notice">
      {isHere && isListed(copied.value) && <span class="visually-hidden">{t('copied')}</span>}
      {isHere &&
        isListed(copyFailed.value) &&
        t('linkNotCopied', isolateLeftToRight(displayUrl(copyFailed.value)))}
    </p>
  );
}
