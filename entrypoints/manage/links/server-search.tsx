/** Searches the service for links that the mirror does not have, or looks up a short URL. */
import { Cloud, Search } from 'lucide';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { t } from '../../../lib/i18n/t.ts';
import { queryWords } from '../../../lib/mirror/search/search.ts';
import { toHash } from '../router.ts';
import { FailureAlert } from '../failure-alert.tsx';
import type { LinksProps } from './links-model.ts';
import { CopyIcon, LinkTexts } from './link-cells.tsx';
import type { ServerSearchState } from './server-search-model.ts';

export function ServerSearch({ model, deps, page }: LinksProps) {
  const text = model.query.value.text.trim();
  const search = model.serverSearch.value;
  const isAddress = model.isAddress.value;
  // The service knows no more than a complete mirror, but it may know the link of one of its own URLs.
  const isComplete = model.freshness.value?.links.complete === true;
  if (text === '' || (isComplete && !isAddress && search === null)) return null;
  return (
    <section class="service-search" aria-labelledby="on-service">
      <h3 id="on-service">{t('onService')}</h3>
      {search === null && (
        <p class="acts">
          {!isComplete && (
            <span class="note">
              <Icon of={Cloud} />
              {t('linksNotAllSynced')}
            </span>
          )}
          {isAddress && <Button icon={Search} text={t('lookUpUrl')} onClick={() => model.lookUp()} />}
          {!isComplete && (
            <Button icon={Search} text={t('searchService')} onClick={() => model.searchService()} />
          )}
        </p>
      )}
      <div role="status">
        {search && <SearchResponse search={search} model={model} deps={deps} page={page} />}
      </div>
    </section>
  );
}

function SearchResponse({ search, model, page }: LinksProps & { readonly search: ServerSearchState }) {
  if (search.state === 'searching') return <p class="note">{t('loadingFromService')}</p>;
  if (search.state === 'failed')
    return (
      <FailureAlert
        failure={search.failure}
        page={page}
        isAnnounced
        onRetry={() => void model.retrySearch()}
      />
    );
  // Links in the list above are not repeated.
  const others = search.links.filter(({ id }) => model.rowOf(id) === -1);
  if (others.length === 0)
    return <p class="note">{t(search.links.length > 0 ? 'serviceFoundNoMore' : 'serviceFoundNothing')}</p>;
  const words = queryWords(search.text);
  return (
    <>
      <ul class="service-results">
        {others.map((link) => (
          <li key={link.id}>
            <a href={toHash({ section: 'links', item: link.id })} class="texts">
              <LinkTexts link={link} words={words} isFuzzy={false} />
            </a>
            {link.shortUrl !== null && (
              <CopyIcon
                shortUrl={link.shortUrl}
                copied={model.notice.value?.name === 'copied' && model.notice.value.what === link.id}
                onCopy={() => void model.copy(link)}
                isTabStop
              />
            )}
          </li>
        ))}
      </ul>
      {search.more && <p class="note">{t('serviceFoundMore')}</p>}
    </>
  );
}
