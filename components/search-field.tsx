/** A field for what is searched, with an icon, and a button that empties it. */
import { Search, X } from 'lucide';
import type { ComponentProps } from 'preact';
import { useRef } from 'preact/hooks';
import { t } from '../lib/i18n/t.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface SearchFieldProps extends Pick<
  ComponentProps<'input'>,
  'id' | 'placeholder' | 'aria-label' | 'aria-controls' | 'aria-describedby' | 'onKeyDown'
> {
  readonly value: string;
  readonly onSearch: (text: string) => void;
  /** Lets the page focus it. */
  readonly field?: { current: HTMLInputElement | null };
  /** The key that leads to it, shown while it is empty. */
  readonly shortcut?: string;
}

export function SearchField({ field, shortcut, onSearch, ...props }: SearchFieldProps) {
  const own = useRef<HTMLInputElement>(null);
  const input = field ?? own;
  return (
    <div class="search-field">
      <Icon of={Search} />
      <input
        {...props}
        ref={input}
        type="search"
        dir="auto"
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => onSearch(currentTarget.value)}
      />
      {props.value === '' ? (
        shortcut && <kbd aria-hidden="true">{shortcut}</kbd>
      ) : (
        <Button
          icon={X}
          class="icon"
          aria-label={t('clearSearch')}
          title={t('clearSearch')}
          onClick={() => {
            onSearch('');
            // The button goes with the text.
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}
