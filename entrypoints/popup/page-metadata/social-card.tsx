/** The social card as the page has it: taken over by a press, and shown as it will look. */
import { parseUrl } from '../../../lib/api/base-url.ts';
import { useState } from 'preact/hooks';
import { CardPreview } from '../../../components/link-options/card-preview.tsx';
import type { LinkOptions } from '../../../lib/draft/link-options.ts';
import type { PageMetadata } from '../../../lib/page-metadata/parse-metadata.ts';
import { t, type MessageName } from '../../../lib/i18n/t.ts';
import type { PopupModel } from '../model.ts';
import type { PageMetadataReader } from './page-metadata.ts';

type Card = LinkOptions['card'];

interface Told {
  readonly says: MessageName;
  /** What the page says in place of what was typed. */
  readonly instead?: Card;
}

export interface SocialCardProps {
  readonly model: PopupModel;
  readonly look: PageMetadataReader;
}

export function SocialCard({ model, look }: SocialCardProps) {
  const { form, page } = model;
  const { card } = form.extras.value;
  const [told, setTold] = useState<Told | null>(null);
  const [picture, setPicture] = useState({ of: '', data: '' });

  async function fill(): Promise<void> {
    setTold(null);
    const tags = await look.read(model);
    const said = tags && cardOf(tags, page.title);
    if (said === null) return setTold({ says: 'pageUnreadable' });
    if (Object.values(said).every((text) => text === '')) return setTold({ says: 'pageSaysNothing' });
    const typed = form.extras.peek().card;
    const kept = {
      title: typed.title.trim() === '' ? said.title : typed.title,
      description: typed.description.trim() === '' ? said.description : typed.description,
      picture: typed.picture.trim() === '' ? said.picture : typed.picture,
    };
    const instead = { ...kept, ...withoutEmpty(said) };
    form.changeExtras({ card: kept });
    if (JSON.stringify(instead) !== JSON.stringify(kept)) setTold({ says: 'cardKept', instead });
    if (said.picture === '') return;
    const data = await look.readPicture(model, said.picture);
    setPicture({ of: said.picture, data: data ?? '' });
  }

  const shown = card.picture !== '' && card.picture === picture.of && picture.data;
  const [title, description] = [card.title.trim(), card.description.trim()];
  return (
    <>
      {look.isReadable(model) && (
        <p class="acts">
          <button
            type="button"
            onClick={() => {
              look.allow(model);
              void fill();
            }}
          >
            {t('fillFromPage')}
          </button>
        </p>
      )}
      <div role="status">
        {told && <p class="hint">{t(told.says)}</p>}
        {told?.instead && (
          <button
            type="button"
            onClick={() => {
              if (told.instead) form.changeExtras({ card: told.instead });
              setTold(null);
            }}
          >
            {t('cardReplace')}
          </button>
        )}
      </div>
      {(title !== '' || description !== '' || card.picture.trim() !== '') && (
        <CardPreview
          title={title}
          description={description}
          host={parseUrl(form.content().address)?.host ?? ''}
          picture={shown || null}
        />
      )}
    </>
  );
}

function cardOf({ title, description, picture }: PageMetadata, name: string): Card {
  return { title: title || name.trim(), description, picture };
}

function withoutEmpty(card: Card): Partial<Card> {
  return Object.fromEntries(Object.entries(card).filter(([, text]) => text !== ''));
}
