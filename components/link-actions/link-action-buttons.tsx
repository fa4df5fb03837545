/** The buttons of a link's actions, beside the page's own; the panel of an action loads when its button is pressed. */
import { Ellipsis, FolderInput, QrCode, Share2, TextInitial } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../lib/i18n/t.ts';
import { Icon } from '../icon.tsx';

const icons = { qrCode: QrCode, share: Share2, copyAs: TextInitial, addTo: FolderInput } as const;
export type LinkAction = keyof typeof icons;

export interface LinkTilesProps {
  /** The link's id; a link can't be filed without one. */
  readonly id: string | null;
  /** @returns the panel that the button opens, keyed by the action */
  readonly render: (action: LinkAction) => Promise<VNode | null>;
  /** The page's own buttons under "More". */
  readonly more?: ComponentChildren;
}

/** The most frequent actions as tiles, the others under "More": for an element of the class `tiles`. */
export function LinkTiles({ more, ...props }: LinkTilesProps) {
  const { panel, button, toggle } = useActions(props);
  const isMore = panel?.key === 'copyAs' || panel?.key === 'addTo';
  return (
    <>
      {button('qrCode')}
      {button('share')}
      <button
        type="button"
        aria-expanded={isMore}
        onClick={() => void toggle(panel?.key === 'addTo' ? 'addTo' : 'copyAs')}
      >
        <Icon of={Ellipsis} size={18} />
        {t('moreActions')}
      </button>
      {isMore ? (
        <div role="group" aria-label={t('moreActions')} class="panel more-actions">
          {panel.key === 'copyAs' && panel}
          {button('addTo')}
          {panel.key === 'addTo' && panel}
          {more}
        </div>
      ) : (
        panel && <div class="panel">{panel}</div>
      )}
    </>
  );
}

export interface LinkRowActionsProps extends Omit<LinkTilesProps, 'more'> {
  readonly children: ComponentChildren;
  /** Accessible name of "More". */
  readonly more: string;
  /** Accessible name of a button, which is repeated for other links. */
  readonly label?: (action: LinkAction) => string;
}

/** For a row of a list: the page's own icon buttons, all others under "More". */
export function LinkRowActions({ children, more, ...props }: LinkRowActionsProps) {
  const { panel, button } = useActions(props);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div class="acts">
        {children}
        <button
          type="button"
          class="icon"
          aria-label={more}
          aria-expanded={isOpen}
          title={t('moreActions')}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon of={Ellipsis} />
        </button>
      </div>
      {isOpen && (
        <div role="group" aria-label={more} class="more-actions">
          {button('qrCode')}
          {button('copyAs')}
          {button('share')}
          {button('addTo')}
        </div>
      )}
      {panel && <div class="action-panel">{panel}</div>}
    </>
  );
}

function useActions({
  id,
  label,
  render,
}: Pick<LinkTilesProps, 'id' | 'render'> & Pick<LinkRowActionsProps, 'label'>) {
  const [panel, setPanel] = useState<VNode | null>(null);
  const toggle = async (action: LinkAction) => setPanel(panel?.key === action ? null : await render(action));
  const button = (action: LinkAction) =>
    action === 'addTo' && id === null ? null : (
      <button
        type="button"
        aria-label={label?.(action)}
        aria-expanded={panel?.key === action}
        onClick={() => void toggle(action)}
      >
        <Icon of={icons[action]} size={18} />
        {t(action)}
      </button>
    );
  return { panel, button, toggle };
}
