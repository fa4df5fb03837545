/** The name of a link type, for the form and the result. */
import type { PickerOption } from '../draft/draft.ts';
import { isNamedType, type NamedType } from '../draft/link-types.ts';
import { t, type MessageName } from './t.ts';

const names = {
  '': 'typeDefault',
  direct: 'typeDirect',
  frame: 'typeFrame',
  splash: 'typeSplash',
} as const satisfies Readonly<Record<NamedType, MessageName>>;

export interface TypeLists {
  readonly splashPages?: readonly PickerOption[] | undefined;
  readonly overlays?: readonly PickerOption[] | undefined;
}

/** @returns `null` for an unknown id */
export function linkTypeName(type: string, { splashPages = [], overlays = [] }: TypeLists): string | null {
  if (isNamedType(type)) return t(names[type]);
  const isIt = ({ id }: PickerOption) => id === type;
  // The service resolves an id that both have to the splash page.
  const page = splashPages.find(isIt);
  if (page !== undefined) return t('typeSplashNamed', page.name);
  const overlay = overlays.find(isIt);
  return overlay === undefined ? null : t('typeOverlayNamed', overlay.name);
}
