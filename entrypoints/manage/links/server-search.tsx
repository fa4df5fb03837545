/** What the service is asked for beyond what is here: the same words, or a short address; and what it found. */
import { tellFailure } from '../../../lib/i18n/describe-failure.ts';
import { NextStep } from '../../../components/failure-action.tsx';
import { shownAddress } from '../../../lib/i18n/truncate.ts';
import { say } from '../../../lib/i18n/t.ts';
import { wordsOf } from '../../../lib/mirror/search/search.ts';
import { waysOut } from '../failure-actions.ts';
import { LinkTexts } from './link-cells.tsx';
import type { Asked } from './links-model.ts';
import type { LinksProps } from './links-props.ts';

export function OnService({ model, parts, page }: LinksProps) {
  const text = model.query.value.text.trim();
  const asked = model.asked.value;
  const isAddress = model.isAddress.value;
  // Where everything is here, the service knows no more; but it may know what an address of its own stands for.
  const isWhole = model.fresh.value?.links.complete === true;
  if (text === '' || (isWhole && !isAddress && asked === null)) return null;
  return (
    <section class="on-service" aria-labelledby="on-service">
      <h3 id="on-service">{say('onService')}</h3>
      {asked === null && (
        <p class="acts">
          {isAddress && (
            <button type="button" onClick={() => model.lookUp()}>
              {say('lookUpAddress')}
            </button>
          )}
          {!isWhole && (
            <button type="button" onClick={() => model.searchService()}>
              {say('searchService')}
            </button>
          )}
          <span class="note">{!isWhole && say('linksMissing')}</span>
        </p>
      )}
      <div role="status">{asked && <Answer asked={asked} model={model} parts={parts} page={page} />}</div>
    </section>
  );
}

/** Characters of a line. */
const room = 72;

function Answer({ asked, model, page }: LinksProps & { readonly asked: Asked }) {
  if (asked.state === 'asking') return <p class="note">{say('askingService')}</p>;
  if (asked.state === 'failed') {
    const told = tellFailure(asked.failure, page.now.value);
    return (
      <div class="failure">
        <p>{told.sentence}</p>
        <p class="acts">
          <NextStep next={told.next} {...waysOut(page)} />
          <button
            type="button"
            onClick={() => (model.isAddress.value ? model.lookUp() : model.searchService())}
          >
            {say('tryAgain')}
          </button>
        </p>
      </div>
    );
  }
  // What stands in the list above is not told twice.
  const others = asked.links.filter(({ id }) => !model.isListed(id));
  if (others.length === 0)
    return <p class="note">{say(asked.links.length > 0 ? 'serviceKnowsNoMore' : 'serviceFoundNothing')}</p>;
  const words = wordsOf(asked.text);
  return (
    <>
      <ul class="finds">
        {others.map((link) => (
          <li key={link.id}>
            <a href={`#links/${link.id}`} class="texts">
              <LinkTexts link={link} words={words} alike={false} room={room} />
            </a>
            {link.shortUrl !== null && (
              <button
                type="button"
                aria-label={say('copyLink', shownAddress(link.shortUrl))}
                onClick={() => void model.copy(link)}
              >
                {say(
                  model.told.value?.name === 'copied' && model.told.value.id === link.id ? 'copied' : 'copy',
                )}
              </button>
            )}
          </li>
        ))}
      </ul>
      {asked.more && <p class="note">{say('serviceFoundMore')}</p>}
    </>
  );
}
