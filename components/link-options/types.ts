/** What the parts of a link's options are given and give back. */
import type { ComponentChildren } from 'preact';
import type { PickerOption } from '../../lib/draft/draft.ts';
import type { LinkOptions } from '../../lib/draft/link-options.ts';
import type { OptionCount } from '../../lib/forms/count-options.ts';
import type { Problems } from '../../lib/forms/validate-link.ts';
import type { TargetSuggestions } from '../../lib/storage/target-suggestions.ts';
import type { QuickExpiry } from '../../lib/draft/quick-expiry.ts';
import type { SentUrlsProps } from './sent-urls.tsx';

export interface OptionsProps {
  readonly extras: LinkOptions;
  readonly problems: Problems;
  readonly onChange: (fields: Partial<LinkOptions>) => void;
}

export interface LinkOptionsFormProps extends OptionsProps {
  readonly alias: string;
  readonly domain: string;
  /** The account's domains, in the order in which they are offered. */
  readonly domains: readonly string[];
  /** What a link can lead through, by name. The service tells one from the other by its id alone. */
  readonly splashPages: readonly PickerOption[];
  readonly overlays: readonly PickerOption[];
  readonly onLink: (fields: { readonly alias?: string; readonly domain?: string }) => void;
  readonly count: OptionCount;
  /** What stands for a date that is not whole yet. */
  readonly unfinished: string;
  readonly expiryAfter: (time: QuickExpiry) => string;
  /** The date is a span that is counted from when the link is sent, as it comes to now. */
  readonly expiryCounted: boolean;
  /** The chosen date by the person's own clock; `null` as long as that can't be told. */
  readonly expiryHere: string | null;
  /** Its URLs with their parameters; `null` as long as there are none. */
  readonly sent: SentUrlsProps | null;
  /** Values that a parameter had before, newest first, by its name. */
  readonly used: ReadonlyMap<string, readonly string[]>;
  /** What the service was seen to call countries and devices. */
  readonly targetNames: TargetSuggestions;
  /** What the page suggests, each taken by a press. */
  readonly offers: PageSuggestions;
  /** What stands below the card's fields: how they are filled, and what they will look like. */
  readonly cardTools?: ComponentChildren;
}

export interface PageSuggestions {
  readonly aliases: readonly string[];
  /** Addresses of the page's app. */
  readonly apple: readonly string[];
  readonly google: readonly string[];
}
