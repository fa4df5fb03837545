/** Parses stored link options without zod, which a page's first paint does not load. Damaged parts become empty. */
import { isObject } from '../api/is-object.ts';
import { isEqual } from './is-equal.ts';
import type { LinkOptions, Target } from './link-options.ts';

export const defaultLinkOptions: LinkOptions = {
  type: '',
  password: '',
  expiry: '',
  visibility: '',
  note: '',
  card: { title: '', description: '', picture: '' },
  countries: [],
  devices: [],
  languages: [],
  deepLink: { apple: '', google: '', auto: false },
  parameters: [],
  parametersIn: 'field',
  parameterConflict: 'keep',
};

/** Options that equal the defaults count as untouched, and are no part of a draft. */
export const touchedOptions = (options: LinkOptions): LinkOptions | undefined =>
  isEqual(options, defaultLinkOptions) ? undefined : options;

export type Targets = Pick<LinkOptions, 'countries' | 'devices' | 'languages'>;

export const allTargets = ({ countries, devices, languages }: Targets): readonly Target[] => [
  ...countries,
  ...devices,
  ...languages,
];

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function rows<T>(value: unknown, read: (fields: Fields) => T): T[] {
  return Array.isArray(value) ? value.map((row) => read(fieldsOf(row))) : [];
}

export function parseLinkOptions(raw: unknown): LinkOptions {
  const given = fieldsOf(raw);
  const [card, deepLink] = [fieldsOf(given['card']), fieldsOf(given['deepLink'])];
  const targets = (value: unknown) =>
    rows(value, ({ when, link }) => ({ when: text(when), link: text(link) }));
  const { visibility } = given;
  return {
    type: text(given['type']),
    password: text(given['password']),
    expiry: text(given['expiry']),
    visibility: visibility === 'private' || visibility === 'public' ? visibility : '',
    note: text(given['note']),
    card: {
      title: text(card['title']),
      description: text(card['description']),
      picture: text(card['picture']),
    },
    countries: targets(given['countries']),
    devices: targets(given['devices']),
    languages: targets(given['languages']),
    deepLink: {
      apple: text(deepLink['apple']),
      google: text(deepLink['google']),
      auto: deepLink['auto'] === true,
    },
    parameters: rows(given['parameters'], ({ name, value }) => ({ name: text(name), value: text(value) })),
    parametersIn: given['parametersIn'] === 'address' ? 'address' : 'field',
    parameterConflict: given['parameterConflict'] === 'replace' ? 'replace' : 'keep',
  };
}
