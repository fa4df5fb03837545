/** Why the service has refused the alias, and others to use instead. */
import { CircleAlert } from 'lucide';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../components/icon.tsx';
import { shortUrlOf } from '../../../lib/api/short-url.ts';
import { numberedAliases, suggestAliases } from '../../../lib/draft/suggest-alias.ts';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { t } from '../../../lib/i18n/t.ts';
import { findFreeShortUrls } from '../../../lib/mirror/find-by-short-url.ts';
import type { ModelProps, PopupModel } from '../model.ts';
import { KnownAlias } from './known-alias.tsx';

/** "spring-2" to "spring-41": the ones before may be links of the account. */
const mostNumbered = 40;

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
  const refused = alias.trim();
  const suggested = suggestAliases(title, pageMetadata.tags.value?.selected ?? '').filter(
    (one) => one !== refused,
  );
  const numbered = numberedAliases(refused, mostNumbered);
  const free = useFree(model, [...suggested, ...numbered]);
  // Both may be the same, as for the title “Winter 2”.
  const others = new Set([suggested.find(free), numbered.find(free)]);
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
        <span class="note" aria-hidden="true">
          {t('suggestedAliases')}
        </span>
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

/** @returns whether no link of the mirror has the alias; true until that is known */
function useFree({ form, view }: PopupModel, aliases: readonly string[]): (alias: string) => boolean {
  const { scope = '', site } = view.value;
  const { domain } = form.draft.value;
  const shortUrlWith = (alias: string) => shortUrlOf(alias, domain, site);
  const wanted = aliases.map(shortUrlWith);
  const [free, setFree] = useState<readonly string[] | null>(null);
  useEffect(() => {
    setFree(null);
    if (scope === '') return;
    const search = new AbortController();
    findFreeShortUrls(scope, wanted, search.signal).then(
      (found) => search.signal.aborted || setFree(found),
      // Then only the service reports it.
      () => undefined,
    );
    return () => search.abort();
  }, [scope, wanted.join()]);
  return (alias) => free === null || free.includes(shortUrlWith(alias));
}
