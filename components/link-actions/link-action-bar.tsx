/** What can be done with a link that is made: the page's own buttons, and those whose content loads when pressed. */
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { say } from '../../lib/i18n/t.ts';

const ways = ['qrCode', 'copyAs', 'share', 'fileUnder'] as const;
export type Way = (typeof ways)[number];

export function MadeActs(props: {
  readonly children: ComponentChildren;
  /** Of the link; `null` where the service told none, and then it can't be filed. */
  readonly id: string | null;
  /** Tells a button from its like beside other links. */
  readonly label?: (way: Way) => string;
  /** What a button opens, keyed by its way. */
  readonly draw: (way: Way) => Promise<VNode | null>;
}) {
  const [panel, setPanel] = useState<VNode | null>(null);
  const toggle = async (way: Way) => setPanel(panel?.key === way ? null : await props.draw(way));
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
              {say(way)}
            </button>
          ),
        )}
      </div>
      {panel}
    </>
  );
}
