/** What can be done with a link that is made: the page's own buttons, and those whose content loads when pressed. */
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../lib/i18n/t.ts';

const ways = ['qrCode', 'copyAs', 'share', 'fileUnder'] as const;
export type LinkAction = (typeof ways)[number];

export function LinkActionBar(props: {
  readonly children: ComponentChildren;
  /** Of the link; `null` where the service told none, and then it can't be filed. */
  readonly id: string | null;
  /** Tells a button from its like beside other links. */
  readonly label?: (way: LinkAction) => string;
  /** What a button opens, keyed by its way. */
  readonly draw: (way: LinkAction) => Promise<VNode | null>;
}) {
  const [panel, setPanel] = useState<VNode | null>(null);
  const toggle = async (way: LinkAction) => setPanel(panel?.key === way ? null : await props.draw(way));
  return (
    <>
      <div class="acts">
        {props.children}
        {ways.map((way) =>
          way === 'fileUnder' && props.id === null ? null : (
            <button
              type="button"
              aria-label={props.label?.(way)}
              aria-expanded={panel?.key === way}
              onClick={() => void toggle(way)}
            >
              {t(way)}
            </button>
          ),
        )}
      </div>
      {panel}
    </>
  );
}
