/** The actions on a link that the popup shows beside "Copy". */
import { ChartNoAxesColumn, CopyPlus, ExternalLink } from 'lucide';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { LinkTiles } from '../../../components/link-actions/link-action-buttons.tsx';
import { openTab } from '../../../lib/browser/open-page.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ActionLink } from '../link-actions.tsx';
import type { ModelProps } from '../model.ts';
import { openManage } from '../navigate.ts';

interface PopupLinkTilesProps extends ModelProps {
  readonly link: ActionLink;
  /** Offers another link for the same page. */
  readonly onAnother?: () => void;
}

export function PopupLinkTiles({ model, link, onAnother }: PopupLinkTilesProps) {
  return (
    <>
      <button type="button" onClick={() => void openTab(link.shortUrl)}>
        <Icon of={ExternalLink} size={18} mirrors />
        {t('open')}
      </button>
      <LinkTiles
        id={link.id}
        render={(action) =>
          import('../link-actions.tsx').then((part) => part.renderLinkAction(model, action, link))
        }
        more={
          <>
            {link.id !== null && (
              <Button
                icon={ChartNoAxesColumn}
                text={t('linkDetails')}
                onClick={() => void openManage(`links/${link.id}`)}
              />
            )}
            {onAnother && <Button icon={CopyPlus} text={t('createAnother')} onClick={onAnother} />}
          </>
        }
      />
    </>
  );
}
