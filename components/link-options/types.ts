/** Props that the components of the link options share. */
import type { ComponentChildren } from 'preact';
import type { PickerOption } from '../../lib/draft/draft.ts';
import type { LinkOptions } from '../../lib/draft/link-options.ts';
import type { OptionCount } from '../../lib/forms/count-options.ts';
import type { Problems } from '../../lib/forms/validate-link.ts';
import type { TargetSuggestions } from '../../lib/storage/target-suggestions.ts';
import type { SentUrlsProps } from './sent-urls.tsx';

export interface LinkOptionsProps {
  readonly options: LinkOptions;
  readonly problems: Problems;
  readonly onChange: (fields: Partial<LinkOptions>) => void;
}

export interface LinkOptionsFormProps extends LinkOptionsProps {
  /** Pages that can be shown before the destination. The service distinguishes the two kinds by id only. */
  readonly splashPages: readonly PickerOption[];
  readonly overlays: readonly PickerOption[];
  readonly count: OptionCount;
  /** What the date is computed from, again when the link is sent; `null` for a fixed date, and for none. */
  readonly relativeExpiry: string | null;
  /** The chosen date in the user's time zone; `null` while that is unknown. */
  readonly expiryHere: string | null;
  /** The name of the choice that leaves the date empty; “Never” if omitted. */
  readonly noExpiry?: string | undefined;
  /** The URLs with their parameters; `null` for none. */
  readonly sent: SentUrlsProps | null;
  /** Earlier values of each parameter, newest first, by its name. */
  readonly used: ReadonlyMap<string, readonly string[]>;
  /** Names of countries and devices that the service was seen to use. */
  readonly targetNames: TargetSuggestions;
  /** False in a preset, which holds none. */
  readonly hasPassword?: boolean;
  /** Where space is short: most of those who open the options tag their links. */
  readonly beginsWithUtm?: boolean;
  /** Values found in the page. */
  readonly suggestions: PageSuggestions;
  /** Rendered below the fields of the card: buttons that fill them, and a preview. */
  readonly cardTools?: ComponentChildren;
  /** Rendered below the UTM parameters. */
  readonly utmTools?: ComponentChildren;
}

interface PageSuggestions {
  /** URLs of the page's app. */
  readonly apple: readonly string[];
  readonly google: readonly string[];
}
