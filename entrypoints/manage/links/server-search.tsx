/** Searches the service for links that the mirror does not have, or looks up a short URL. */
import { Cloud, Search } from 'lucide';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import type { Link } from '../../../lib/api/links.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
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
      <div role="status">{search && <SearchStatus search={search} model={model} />}</div>
      {search && <SearchResponse search={search} model={model} deps={deps} page={page} />}
    </section>
  );
}

type SearchStatusProps = Pick<LinksProps, 'model'> & { readonly search: ServerSearchState };

/** Links in the list above are not repeated. */
const othersIn = (links: readonly Link[], model: LinksProps['model']): readonly Link[] =>
  links.filter(({ id }) => model.rowOf(id) === -1);

/** Apart from the results: screen readers would read all of them, with their buttons, after each change. */
function SearchStatus({ search, model }: SearchStatusProps) {
  if (search.state === 'searching') return <p class="note">{t('loadingFromService')}</p>;
  if (search.state === 'failed') return null;
  const { length } = othersIn(search.links, model);
  if (length > 0) return <p class="visually-hidden">{formatCount('linksCount', length)}</p>;
  return <p class="note">{t(search.links.length > 0 ? 'serviceFoundNoMore' : 'serviceFoundNothing')}</p>;
}

function SearchResponse({ search, model, page }: LinksProps & SearchStatusProps) {
  if (search.state === 'searching') return null;
  if (search.state === 'failed')
    return <FailureAlert failure={search.failure} page={page} onRetry={() => void model.retrySearch()} />;
  const others = othersIn(search.links, model);
  if (others.length === 0) return null;
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
