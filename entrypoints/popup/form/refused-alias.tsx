/** Why the service has refused the alias, and others to use instead. */
import { CircleAlert } from 'lucide';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../../components/icon.tsx';
import { numberedAlias, suggestAliases } from '../../../lib/draft/suggest-alias.ts';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ModelProps } from '../model.ts';
import { KnownAlias } from './known-alias.tsx';

export function RefusedAlias({ model }: ModelProps) {
  const { form, job, now, pageMetadata } = model;
  const { title, alias } = form.draft.value;
  const message = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    message.current?.scrollIntoView({ block: 'nearest' });
    // "Shorten" would only submit it again. What the user has turned to meanwhile keeps the focus.
    if (document.activeElement?.matches('body, .main, .submit'))
      model.focus.take(document.getElementById('alias'));
  }, []);
  const failure = job.value?.failure;
  const suggested = suggestAliases(title, pageMetadata.tags.value?.selected ?? '');
  // Both may be the same, as for the title “Winter 2”.
  const others = new Set([suggested.find((one) => one !== alias.trim()), numberedAlias(alias.trim())]);
  return (
    <>
      <p id="alias-problem" ref={message} role="alert" class="wrong refused">
        <Icon of={CircleAlert} />
        <span>
          {failure?.kind === 'refused'
            ? t('aliasRefused', failure.message ?? '')
            : failure && describeFailure(failure, now.value).sentence}
        </span>
      </p>
      <KnownAlias model={model} />
      <p role="group" aria-label={t('suggestedAliases')} class="acts">
        {[...others]
          .filter((one) => one !== undefined)
          .map((one) => (
            <button
              key={one}
              type="button"
              onClick={() => {
                form.change({ alias: one });
                // The buttons go away with the refused alias.
                document.getElementById('alias')?.focus();
              }}
            >
              {one}
            </button>
          ))}
      </p>
    </>
  );
}
