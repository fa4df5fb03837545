/** The actions on a link: the page's own buttons, and those whose panel loads when pressed. */
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../lib/i18n/t.ts';

const actions = ['qrCode', 'copyAs', 'share', 'addTo'] as const;
export type LinkAction = (typeof actions)[number];

export interface LinkActionBarProps {
  readonly children: ComponentChildren;
  /** The link's id; a link can't be filed without one. */
  readonly id: string | null;
  /** Accessible name of a button that is repeated for other links. */
  readonly label?: (action: LinkAction) => string;
  /** @returns the panel that the button opens, keyed by the action */
  readonly render: (action: LinkAction) => Promise<VNode | null>;
}

export function LinkActionBar({ children, id, label, render }: LinkActionBarProps) {
  const [panel, setPanel] = useState<VNode | null>(null);
  const toggle = async (action: LinkAction) => setPanel(panel?.key === action ? null : await render(action));
  return (
    <>
      <div class="acts">
        {children}
        {actions.map((action) =>
          action === 'addTo' && id === null ? null : (
            <button
              type="button"
              aria-label={label?.(action)}
              aria-expanded={panel?.key === action}
              onClick={() => void toggle(action)}
            >
              {t(action)}
            </button>
          ),
        )}
      </div>
      {panel}
    </>
  );
}
