/** The buttons of a link's actions, beside the page's own; the panel of an action loads when its button is pressed. */
import { Ellipsis, FolderInput, QrCode, Share2, type IconNode } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../lib/i18n/t.ts';
import { Icon } from '../icon.tsx';
import { Menu } from '../menu.tsx';
import { onEscape } from '../on-escape.ts';

export type LinkAction = 'qrCode' | 'share' | 'copyAs' | 'addTo';

/** `copyAs` is part of the tiles' menu, without a button of its own. */
export const tileIcons = { qrCode: QrCode, share: Share2, addTo: FolderInput } as const;

interface LinkTilesProps {
  /** The link's id; a link can't be assigned without one. */
  readonly id: string | null;
  /** @returns the panel that the button opens, keyed by the action */
  readonly render: (action: LinkAction) => Promise<VNode | null>;
  /** The page's own buttons under "More". */
  readonly more?: ComponentChildren;
}

/** The most frequent actions as tiles, the others under "More": for an element of the class `tiles`. */
export function LinkTiles({ more, ...props }: LinkTilesProps) {
  const { panel, button, toggle, close } = useLinkActions(props, tileIcons);
  const isMore = panel?.key === 'copyAs';
  const opener = useRef<HTMLButtonElement>(null);
  // Otherwise Escape would close what is around it: the popup, or a link's details.
  useLayoutEffect(() => {
    const tiles = opener.current?.parentElement;
    if (!tiles || panel === null) return;
    const onKey = onEscape(() => {
      const pressed = tiles.querySelector<HTMLElement>(':scope > [aria-expanded="true"]');
      close();
      (pressed ?? opener.current)?.focus();
    });
    tiles.addEventListener('keydown', onKey);
    return () => tiles.removeEventListener('keydown', onKey);
  }, [panel]);
  return (
    <>
      {button('qrCode')}
      {button('share')}
      <button type="button" ref={opener} aria-expanded={isMore} onClick={() => void toggle('copyAs')}>
        <Icon of={Ellipsis} size={18} />
        {t('moreActions')}
      </button>
      {isMore ? (
        <Menu label={t('moreActions')} opener={opener} onClose={close}>
          {panel}
          {button('addTo')}
          {more}
        </Menu>
      ) : (
        panel && <div class="panel">{panel}</div>
      )}
    </>
  );
}

export interface LinkActionsProps extends Pick<LinkTilesProps, 'id' | 'render'> {
  /** Accessible name of a button, which is repeated for other links. */
  readonly label?: (action: LinkAction) => string;
}

/** The open panel of a link's actions, and the buttons that open it. */
export function useLinkActions<Action extends LinkAction>(
  { id, label, render }: LinkActionsProps,
  icons: Readonly<Record<Action, IconNode>>,
) {
  const [panel, setPanel] = useState<VNode | null>(null);
  const presses = useRef(0);
  const toggle = async (action: LinkAction) => {
    const press = ++presses.current;
    const next = panel?.key === action ? null : await render(action);
    // An earlier one may load for longer, and one that was closed meanwhile stays closed.
    if (press === presses.current) setPanel(next);
  };
  const button = (action: Action) =>
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
  const close = () => {
    presses.current++;
    setPanel(null);
  };
  return { panel, button, toggle, close };
}
