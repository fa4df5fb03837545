/** The menu of suggested aliases. An on-demand chunk, which brings the look of a menu: nothing else may have loaded it. */
import type { RefObject } from 'preact';
import { Button } from '../../../components/button.tsx';
import { Menu } from '../../../components/menu.tsx';
import { t } from '../../../lib/i18n/t.ts';
import '../lazy-styles.ts';

interface AliasMenuProps {
  readonly suggestions: readonly string[];
  /** The button that opens it. */
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
  readonly onTake: (alias: string) => void;
}

export function AliasMenu({ suggestions, opener, onClose, onTake }: AliasMenuProps) {
  return (
    <Menu label={t('suggestedAliases')} opener={opener} onClose={onClose}>
      {suggestions.map((suggested) => (
        <Button
          key={suggested}
          text={suggested}
          onClick={() => {
            onClose();
            onTake(suggested);
          }}
        />
      ))}
    </Menu>
  );
}
