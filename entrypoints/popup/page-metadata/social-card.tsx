/** Fills the link preview from the page's own metadata, and previews it. */
import { ScanText } from 'lucide';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { CardPreview } from '../../../components/link-options/card-preview.tsx';
import { parseUrl } from '../../../lib/api/parse-url.ts';
import { isEqual } from '../../../lib/draft/is-equal.ts';
import type { LinkOptions } from '../../../lib/draft/link-options.ts';
import type { PageMetadata } from '../../../lib/page-metadata/parse-metadata.ts';
import { t, type MessageName } from '../../../lib/i18n/t.ts';
import type { ModelProps } from '../model.ts';
import type { PageMetadataReader } from './page-metadata.ts';

type Card = LinkOptions['card'];

interface FillNotice {
  readonly message: MessageName;
  /** The page's metadata that may replace what was typed. */
  readonly replacement?: Partial<Card>;
}

interface SocialCardProps extends ModelProps {
  readonly reader: PageMetadataReader;
}

export function SocialCard({ model, reader }: SocialCardProps) {
  const { form } = model;
  const { notice, picture, fill, replaceBy } = useCardFill({ model, reader });
  const fillButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      {reader.isReadable(model) && (
        <p class="acts fill-from-page">
          <Button
            icon={ScanText}
            text={t('fillFromPage')}
            ref={fillButton}
            class="quiet"
            onClick={() => {
              reader.allow(model);
              void fill();
            }}
          />
        </p>
      )}
      <div role="status">
        {notice && <p class="hint">{t(notice.message)}</p>}
        {notice?.replacement && (
          <Button
            text={t('usePageMetadata')}
            onClick={() => {
              if (notice.replacement) replaceBy(notice.replacement);
              // The pressed button goes.
              fillButton.current?.focus();
            }}
          />
        )}
      </div>
      <Preview
        card={form.extras.value.card}
        host={parseUrl(form.content().address)?.host ?? ''}
        picture={picture}
      />
    </>
  );
}

/** A picture of the page: its URL, and its content as a small `data:` URL. */
interface Picture {
  readonly url: string;
  readonly data: string;
}

function useCardFill({ model, reader }: SocialCardProps) {
  const { form, page } = model;
  const [notice, setNotice] = useState<FillNotice | null>(null);
  const [picture, setPicture] = useState<Picture>({ url: '', data: '' });

  async function fill(): Promise<void> {
    setNotice(null);
    const before = form.extras.peek().card;
    const metadata = await reader.read(model);
    if (metadata === null) return setNotice({ message: 'pageUnreadable' });
    const found = toCard(metadata, page.title);
    if (Object.values(found).every((text) => text === '')) return setNotice({ message: 'pageHasNoMetadata' });
    const completed = complete(form.extras.peek().card, before, found);
    const replacement = Object.fromEntries(Object.entries(found).filter(([, text]) => text !== ''));
    form.changeExtras({ card: completed });
    if (!isEqual({ ...completed, ...replacement }, completed))
      setNotice({ message: 'linkPreviewKept', replacement });
    if (found.picture === '') return;
    const data = await reader.readPicture(model, found.picture);
    setPicture({ url: found.picture, data: data ?? '' });
  }

  function replaceBy(fields: Partial<Card>): void {
    form.changeExtras({ card: { ...form.extras.peek().card, ...fields } });
    setNotice(null);
  }

  return { notice, picture, fill, replaceBy };
}

function toCard({ title, description, picture }: PageMetadata, pageTitle: string): Card {
  return { title: title || pageTitle.trim(), description, picture };
}

/** Fills the fields that are empty, and were so before the page was read: one of them may be in use. */
function complete(typed: Card, before: Card, found: Card): Card {
  const pick = (field: keyof Card) =>
    typed[field].trim() === '' && typed[field] === before[field] ? found[field] : typed[field];
  return { title: pick('title'), description: pick('description'), picture: pick('picture') };
}

interface PreviewProps {
  readonly card: Card;
  readonly host: string;
  readonly picture: Picture;
}

function Preview({ card, host, picture }: PreviewProps) {
  const [title, description] = [card.title.trim(), card.description.trim()];
  if (title + description + card.picture.trim() === '') return null;
  const isLoaded = card.picture !== '' && card.picture === picture.url;
  return (
    <CardPreview
      title={title}
      description={description}
      host={host}
      picture={(isLoaded && picture.data) || null}
    />
  );
}
