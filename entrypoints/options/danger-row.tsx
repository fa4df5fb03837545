/** A row whose button deletes something, after a question below the row. */
import type { ComponentChildren } from 'preact';
import type { IconNode } from 'lucide';
import { Icon } from '../../components/icon.tsx';
import { SettingRow } from '../../components/setting-rows.tsx';
import { useConfirmation } from './disconnect.tsx';

interface DangerRowProps {
  readonly label: string;
  readonly hint: string;
  readonly icon: IconNode;
  readonly text: string;
  /** The item of its button, where the focus goes elsewhere once that is gone. */
  readonly item?: string;
  readonly confirmation: (close: () => void) => ComponentChildren;
}

export function DangerRow({ label, hint, icon, text, item, confirmation }: DangerRowProps) {
  const { isOpen, button, open, close } = useConfirmation();
  return (
    <>
      <SettingRow label={label} hint={hint}>
        {/* Its place is kept while the question is open. */}
        <button
          type="button"
          class={isOpen ? 'quiet danger out-of-sight' : 'quiet danger'}
          data-item={item}
          ref={button}
          onClick={open}
        >
          <Icon of={icon} />
          {text}
        </button>
      </SettingRow>
      {isOpen && confirmation(close)}
    </>
  );
}
