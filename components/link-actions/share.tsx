/** Shares a link by another app, by mail, or on a site. */
import { ExternalLink, Mail, MessageCircle, Send, Share2, type IconNode } from 'lucide';
import { useEffect } from 'preact/hooks';
import type * as browserShare from '../../lib/browser/share.ts';
import { mailtoUrl, nameOf, type CopyableLink } from '../../lib/copy/copy-formats.ts';
import { shareServices } from '../../lib/copy/share-services.ts';
import { t } from '../../lib/i18n/t.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';

export type ShareDeps = Pick<typeof browserShare, 'share'>;

const messengerIcons: ReadonlyMap<string, IconNode> = new Map([
  ['WhatsApp', MessageCircle],
  ['Telegram', Send],
]);

export function Share({ link, deps: { share } }: { readonly link: CopyableLink; readonly deps: ShareDeps }) {
  const open = () => void share?.(nameOf(link), link.shortUrl);
  // Immediately, while the click that opened the panel still counts as the user gesture that the browser requires.
  useEffect(open, []);
  return (
    <div role="group" aria-label={t('share')} class="acts share">
      {share && <Button icon={Share2} text={t('shareVia')} onClick={open} />}
      {/* Into a new tab: a web mail page can't be shown in the popup. */}
      <a href={mailtoUrl(link)} target="_blank" rel="noreferrer">
        <Icon of={Mail} />
        {t('shareByEmail')}
      </a>
      {shareServices.map(({ name, address }) => (
        <a
          key={name}
          href={address(link)}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={t('shareOn', name)}
        >
          <Icon of={messengerIcons.get(name) ?? ExternalLink} mirrors />
          {name}
        </a>
      ))}
    </div>
  );
}
