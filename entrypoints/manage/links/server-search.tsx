/** What the service is asked for beyond what is here: the same words, or a short address; and what it found. */
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { FailureAction } from '../../../components/failure-action.tsx';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import { wordsOf } from '../../../lib/mirror/search/search.ts';
import { failureActions } from '../failure-actions.ts';
import { LinkTexts } from './link-cells.tsx';
import type { ServerSearchState } from './server-search-model.ts';
import type { LinksProps } from './links-props.ts';

export function ServerSearch({ model, deps, page }: LinksProps) {
  const text = model.query.value.text.trim();
  const asked = model.serverSearch.value;
  const isAddress = model.isAddress.value;
  // Where everything is here, the service knows no more; but it may know what an address of its own stands for.
  const isWhole = model.freshness.value?.links.complete === true;
  if (text === '' || (isWhole && !isAddress && asked === null)) return null;
  return (
    <section class="on-service" aria-labelledby="on-service">
      <h3 id="on-service">{t('onService')}</h3>
      {asked === null && (
        <p class="acts">
          {isAddress && (
            <button type="button" onClick={() => model.lookUp()}>
              {t('lookUpAddress')}
            </button>
          )}
          {!isWhole && (
            <button type="button" onClick={() => model.searchService()}>
              {t('searchService')}
            </button>
          )}
          <span class="note">{!isWhole && t('linksMissing')}</span>
        </p>
      )}
      <div role="status">{asked && <Answer asked={asked} model={model} deps={deps} page={page} />}</div>
    </section>
  );
}

/** Characters of a line. */
const maxLength = 72;

function Answer({ asked, model, page }: LinksProps & { readonly asked: ServerSearchState }) {
  if (asked.state === 'asking') return <p class="note">{t('askingService')}</p>;
  if (asked.state === 'failed') {
    const told = describeFailure(asked.failure, page.now.value);
    return (
      <div class="failure">
        <p>{told.sentence}</p>
        <p class="acts">
          <FailureAction next={told.next} {...failureActions(page)} />
          <button
            type="button"
            onClick={() => (model.isAddress.value ? model.lookUp() : model.searchService())}
          >
            {t('tryAgain')}
          </button>
        </p>
      </div>
    );
  }
  // What stands in the list above is not told twice.
  const others = asked.links.filter(({ id }) => !model.isListed(id));
  if (others.length === 0)
    return <p class="note">{t(asked.links.length > 0 ? 'serviceKnowsNoMore' : 'serviceFoundNothing')}</p>;
  const words = wordsOf(asked.text);
  return (
    <>
      <ul class="finds">
        {others.map((link) => (
          <li key={link.id}>
            <a href={`#links/${link.id}`} class="texts">
              <LinkTexts link={link} words={words} alike={false} maxLength={maxLength} />
            </a>
            {link.shortUrl !== null && (
              <button
                type="button"
                aria-label={t('copyLink', displayUrl(link.shortUrl))}
                onClick={() => void model.copy(link)}
              >
                {t(
                  model.notice.value?.name === 'copied' && model.notice.value.id === link.id
                    ? 'copied'
                    : 'copy',
                )}
              </button>
            )}
          </li>
        ))}
      </ul>
      {asked.more && <p class="note">{t('serviceFoundMore')}</p>}
    </>
  );
}
