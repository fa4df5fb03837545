/** The fields of the link row: the domain, and the alias with suggestions for it. */
import { CircleAlert, WandSparkles } from 'lucide';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { domainOptions } from '../../../components/link-options/offered-domains.ts';
import { suggestAliases } from '../../../lib/draft/suggest-alias.ts';
import { hasInvalidCharacters } from '../../../lib/forms/alias-characters.ts';
import { validateAlias } from '../../../lib/forms/validate-alias.ts';
import { describeProblem } from '../../../lib/i18n/describe-problem.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ModelProps } from '../model.ts';
import { lazy } from '../lazy.tsx';
import { isAliasRefused } from './refused-alias-of.ts';

const AliasMenu = lazy(async () => (await import('./alias-menu.tsx')).AliasMenu);
const KnownAlias = lazy(async () => (await import('./known-alias.tsx')).KnownAlias);
const RefusedAlias = lazy(async () => (await import('../status/problems.tsx')).RefusedAlias);

export function DomainField({ model: { form, view } }: ModelProps) {
  const { domain } = form.draft.value;
  const { domains, lastDomain, defaultDomain } = view.value;
  return (
    <select
      id="domain"
      aria-label={t('domain')}
      value={domain}
      onChange={({ currentTarget }) => form.change({ domain: currentTarget.value })}
    >
      {domainOptions({ domains: lastFirst(domains, lastDomain), defaultDomain }, domain).map(
        ([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ),
      )}
    </select>
  );
}

/** The domain used last comes first, but is not preselected: a link's domain can't be changed afterwards. */
function lastFirst(domains: readonly string[], last: string): string[] {
  return domains.toSorted((a, b) => Number(b === last) - Number(a === last));
}

export function AliasField({ model }: ModelProps) {
  const { form } = model;
  const { alias } = form.draft.value;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        id="alias"
        ref={input}
        class="alias"
        aria-label={t('alias')}
        aria-invalid={hasInvalidCharacters(alias) || isAliasRefused(model)}
        aria-describedby="alias-problem"
        autocomplete="off"
        spellcheck={false}
        placeholder={t('aliasAutomatic')}
        value={alias}
        onInput={(event) => form.change({ alias: event.currentTarget.value })}
      />
      <AliasSuggestions
        model={model}
        onTake={(suggested) => {
          form.change({ alias: suggested });
          input.current?.focus();
        }}
      />
    </>
  );
}

interface AliasSuggestionsProps extends ModelProps {
  readonly onTake: (alias: string) => void;
}

/** From the page's title, and from the text selected in it once that may be read. */
function AliasSuggestions({ model, onTake }: AliasSuggestionsProps) {
  const { title, alias } = model.form.draft.value;
  const selected = model.pageMetadata.tags.value?.selected ?? '';
  const all = useMemo(() => suggestAliases(title, selected), [title, selected]);
  const suggestions = all.filter((suggested) => suggested !== alias);
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  if (suggestions.length === 0) return null;
  return (
    <>
      <Button
        icon={WandSparkles}
        class="icon"
        ref={opener}
        aria-label={t('suggestedAliases')}
        title={t('suggestedAliases')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <AliasMenu suggestions={suggestions} opener={opener} onClose={() => setOpen(false)} onTake={onTake} />
      )}
    </>
  );
}

export function AliasProblem({ model }: ModelProps) {
  const { alias } = model.form.draft.value;
  const problem = validateAlias(alias);
  if (isAliasRefused(model)) return <RefusedAlias model={model} />;
  return (
    // Rendered even when empty: a live region that appears with its text is often not read out.
    <p id="alias-problem" class="wrong" aria-live="polite">
      {problem && <Icon of={CircleAlert} size={14} />}
      {problem ? describeProblem(problem) : alias !== '' && <KnownAlias model={model} />}
    </p>
  );
}
