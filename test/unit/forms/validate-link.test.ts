/** What is wrong with a link's options, how many are set, and the expiry. */
import { describe, expect, it } from 'vitest';
import { hasErrors, invalidField, validateLink } from '../../../lib/forms/validate-link.ts';
import { createLinkForm } from '../../../lib/forms/link-form.ts';
import { countOptions } from '../../../lib/forms/count-options.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import type { LinkOptions } from '../../../lib/draft/link-options.ts';
import { incompleteExpiry } from '../../../lib/draft/expiry.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { draft } from '../../support/samples.ts';

const now = Date.UTC(2026, 10, 21, 12, 0);
const find = (extras: Partial<LinkOptions>) =>
  validateLink(draft({ extras: { ...defaultLinkOptions, ...extras } }), now);
/** Field and sentence; a `!` where it blocks. */
const problemsOf = (extras: Partial<LinkOptions>) =>
  Object.entries(find(extras)).map(
    ([field, { message, blocks }]) => `${field} ${message}${blocks ? '!' : ''}`,
  );
const web = 'https://example.com/a';

it('nothing is wrong with an untouched form', () => {
  expect(validateLink(draft(), now)).toEqual({});
  expect(find({})).toEqual({});
});

it('an alias that no URL can have blocks the link', () => {
  for (const alias of ['a b', 'a/b', 'a?b', 'a#b', '50%'])
    expect(validateLink(draft({ alias }), now)).toEqual({ alias: { message: 'problemAlias', blocks: true } });
  for (const alias of ['', ' spring-2 ', 'größe', 'abc', '\u{1F4CF}'.repeat(50)])
    expect(validateLink(draft({ alias }), now)).toEqual({});
});

it('an alias of unusual length is a hint, and left to the service', () => {
  for (const alias of ['a', ' ab ', '\u{1F4CF}\u{1F4CF}', 'a'.repeat(51)])
    expect(validateLink(draft({ alias }), now)).toEqual({
      alias: { message: 'problemAliasLength', blocks: false },
    });
});

it('a type is one of three words or an id', () => {
  for (const type of ['direct', 'frame', 'splash', '31']) expect(problemsOf({ type })).toEqual([]);
  for (const type of ['id', '0', '01', '-1', '1.5', 'overlay'])
    expect(problemsOf({ type })).toEqual(['type problemTypeId!']);
});

it.each([
  ['2026-11-21T12:00', []],
  // Twelve hours behind, it is midnight.
  ['2026-11-21T00:00', []],
  ['2026-11-20T23:59', ['expiry problemExpiryPast!']],
  ['2026-11-20T23:59:59', ['expiry problemExpiryPast!']],
  [incompleteExpiry, ['expiry problemExpiry!']],
  ['12026-11-21T12:00', ['expiry problemExpiry!']],
  ['2026-13-21T12:00', ['expiry problemExpiry!']],
])('an expiry of %s', (expiry, problems) => {
  expect(problemsOf({ expiry })).toEqual(problems);
});

it.each([
  // The service's clock shows 17:30, where it is noon.
  [330, '2026-11-21T17:30', []],
  [330, '2026-11-21T17:29', ['problemExpiryOver']],
  [-720, '2026-11-21T00:00', []],
  [-720, '2026-11-20T23:59', ['problemExpiryOver']],
  [0, incompleteExpiry, ['problemExpiry']],
])('with the service %d minutes ahead, an expiry of %s', (zone, expiry, says) => {
  const found = validateLink(draft({ extras: { ...defaultLinkOptions, expiry } }), now, zone);
  expect(Object.values(found)).toEqual(says.map((one) => ({ message: one, blocks: true })));
});

it('a relative expiry is never past, and an invalid one is reported', () => {
  expect(['+1h', '+30d', '+2w', '+1m'].map((expiry) => problemsOf({ expiry }))).toEqual([[], [], [], []]);
  expect(problemsOf({ expiry: '+0d' })).toEqual(['expiry problemExpiryOver!']);
});

it('the first field that keeps a link from being sent', () => {
  const field = (link: Partial<LinkDraft>) => invalidField(draft(link), now);
  expect(field({})).toBeNull();
  expect(field({ alias: 'ab' })).toBeNull();
  expect(field({ alias: 'a b' })).toBe('alias');
  expect(field({ extras: { ...defaultLinkOptions, expiry: '2020-01-01T00:00' } })).toBe('expired');
  expect(field({ extras: { ...defaultLinkOptions, expiry: incompleteExpiry } })).toBe('expiry');
});

it('invalid URLs of the picture and of stores are reported, and sent nevertheless', () => {
  expect(problemsOf({ card: { ...defaultLinkOptions.card, picture: 'a.png' } })).toEqual([
    'card.picture urlIncomplete',
  ]);
  expect(problemsOf({ card: { ...defaultLinkOptions.card, picture: 'https://e.example/a.png' } })).toEqual(
    [],
  );
  expect(problemsOf({ deepLink: { apple: 'x', google: 'y', auto: false } })).toEqual([
    'deepLink.apple urlIncomplete',
    'deepLink.google urlIncomplete',
  ]);
  expect(
    problemsOf({
      deepLink: { apple: 'itms-apps://a.example/1', google: 'market://details?id=a', auto: true },
    }),
  ).toEqual([]);
});

describe.each(['countries', 'devices', 'languages'] as const)('a row of %s', (list) => {
  it('that is empty or complete has no problem', () => {
    expect(
      problemsOf({
        [list]: [
          { when: '', link: ' ' },
          { when: 'x', link: web },
        ],
      }),
    ).toEqual([]);
  });

  it('that is half empty is reported as omitted', () => {
    expect(
      problemsOf({
        [list]: [
          { when: 'x', link: '' },
          { when: ' ', link: web },
        ],
      }),
    ).toEqual([`${list}.0.link problemTargetUrl!`, `${list}.1.when problemTargetName!`]);
  });

  it('that exists already is reported at its repetition', () => {
    expect(
      problemsOf({
        [list]: [
          { when: 'Xy', link: web },
          { when: ' xY ', link: web },
        ],
      }),
    ).toEqual([`${list}.1.when problemDuplicate!`]);
  });

  it('needs a whole web address', () => {
    for (const link of ['example.com', 'javascript:alert(1)', 'https://', 'x'])
      expect(problemsOf({ [list]: [{ when: 'x', link }] })).toEqual([`${list}.0.link urlIncomplete!`]);
  });
});

it('parameters need name and value, each name once', () => {
  expect(
    problemsOf({
      parameters: [
        { name: '', value: '' },
        { name: 'a', value: '' },
        { name: '', value: 'b' },
        { name: ' a ', value: 'c' },
        { name: 'A', value: 'd' },
      ],
    }),
  ).toEqual([
    'parameters.1.value problemParameterValue!',
    'parameters.2.name problemParameterName!',
    'parameters.3.name problemDuplicate!',
  ]);
});

it('only errors block the link, and hints do not', () => {
  expect(hasErrors(find({ card: { ...defaultLinkOptions.card, picture: 'x' } }))).toBe(false);
  expect(hasErrors(find({ type: 'x' }))).toBe(true);
});

it('options are counted, rows as one each, blanks as none', () => {
  expect(countOptions(draft()).all).toBe(0);
  const extras: LinkOptions = {
    ...defaultLinkOptions,
    type: 'frame',
    password: 'p',
    note: ' ',
    card: { title: 'a', description: '', picture: 'b' },
    countries: [{ when: 'x', link: '' }],
    languages: [{ when: '', link: '' }],
    deepLink: { apple: '', google: '', auto: true },
    parameters: [{ name: 'a', value: 'b' }],
    parametersIn: 'address',
  };
  expect(countOptions(draft({ alias: 'a', extras }))).toEqual({
    card: 2,
    targets: 1,
    deepLink: 1,
    parameters: 1,
    // Without the alias, which is not under "More options".
    all: 7,
  });
});

it('options that are emptied again equal untouched ones', () => {
  const start = draft();
  const form = createLinkForm(start);
  form.changeExtras({ note: 'a' });
  expect(form.draft.value.extras).toEqual({ ...defaultLinkOptions, note: 'a' });
  form.changeExtras({ note: '' });
  expect(JSON.stringify(form.draft.value)).toBe(JSON.stringify(start));
});
