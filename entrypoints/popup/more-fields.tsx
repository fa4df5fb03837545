/** The fields under "More options". */
import { shownAddress } from '../../lib/text/middle-ellipsis.ts';
import { say } from '../../lib/text/say.ts';
import type { PopupModel } from './model.ts';

export function MoreFields({ model }: { readonly model: PopupModel }) {
  const { form, view } = model;
  return (
    <>
      <div class="row">
        <label for="alias">{say('alias')}</label>
        <input
          id="alias"
          dir="ltr"
          autocomplete="off"
          spellcheck={false}
          placeholder={say('aliasHint')}
          value={form.draft.value.alias}
          onInput={(event) => form.change({ alias: event.currentTarget.value })}
        />
      </div>
      <div class="row">
        <label for="domain">{say('domain')}</label>
        <select
          id="domain"
          value={form.draft.value.domain}
          onChange={(event) => form.change({ domain: event.currentTarget.value })}
        >
          <option value="">{say('domainDefault')}</option>
          {lastFirst(view.value.domains, view.value.lastDomain).map((domain) => (
            <option key={domain} value={domain}>
              {shownAddress(domain)}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}

/** The domain used last comes first; it is chosen by nobody but the person, as links can't be changed. */
function lastFirst(domains: readonly string[], last: string): string[] {
  return domains.toSorted((a, b) => Number(b === last) - Number(a === last));
}
