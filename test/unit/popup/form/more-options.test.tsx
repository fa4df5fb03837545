/** "More options": every field by its accessible name, into the draft and out of it again. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, fire, press, root, textsOf, type, until, settle } from '../../../support/dom.ts';
import type { LinkDraft } from '../../../../lib/draft/draft.ts';
import type { LinkOptions } from '../../../../lib/draft/link-options.ts';
import { defaultLinkOptions } from '../../../../lib/draft/parse-options.ts';
import { draft } from '../../../support/samples.ts';
import { speak } from '../../../support/speak.ts';
import { fakePageMetadata, noTags } from '../fake-page-metadata.ts';
import type { PopupView } from '../../../../lib/views/popup-view.ts';
import { isolate } from '../../../../lib/text/isolate.ts';
import { fullView } from '../../../support/sample-views.ts';
import { openPopup, page } from '../open-popup.ts';
import { durationText, msg, msgCount } from '../../../support/texts.ts';
import { flushMicrotasks } from '../../../support/flush.ts';
import { jobResult } from '../../../../lib/outbox/job-result.ts';

const opened = vi.hoisted(() => ({ pages: 0, placements: 0, tabs: 0 }));
vi.mock('../../../../entrypoints/popup/tab-choice.ts', () => ({
  openTabChoice: async () => void opened.tabs++,
}));
// The page can't be read.
vi.mock('../../../../lib/browser/native.ts', () => ({ native: {} }));
const { FormNotes } = await import('../../../../entrypoints/popup/form/options-summary.tsx');
const { MoreOptions } = await import('../../../../entrypoints/popup/form/more-options.tsx');

beforeEach(() => speak());

async function open(start: Partial<LinkDraft> = {}, view: Partial<PopupView> = {}, isPrivate = false) {
  await draw(null);
  const popup = openPopup({
    draft: draft(start),
    view: fullView(view),
    page: { ...page, private: isPrivate },
  });
  Object.assign(opened, { pages: 0, placements: 0, tabs: 0 });
  const { reader } = fakePageMetadata(noTags);
  const Drawn = () => (
    <MoreOptions
      model={popup.model}
      reader={reader}
      onOpenAsPage={async (_, part) => void (part ? opened.placements++ : opened.pages++)}
    />
  );
  await draw(<Drawn />);
  return { ...popup, extras: () => popup.model.form.extras.value };
}

const openWith = (extras: Partial<LinkOptions>) => open({ extras: { ...defaultLinkOptions, ...extras } });

const controls = () => [...root.querySelectorAll<HTMLInputElement>('input, select, textarea')];
/** The accessible name: the text of the label. */
const nameOf = (control: Element) =>
  root.querySelector(`label[for="${control.id}"]`)?.textContent ??
  control.closest('label')?.textContent ??
  '';

function named(name: string): HTMLInputElement {
  const [found, ...others] = controls().filter((control) => nameOf(control) === name);
  if (found === undefined || others.length > 0) throw new Error(`${name}: ${others.length} more`);
  return found;
}

function button(name: string): HTMLButtonElement {
  const found = [...root.querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  );
  if (found === undefined) throw new Error(`no button ${name}`);
  return found;
}

const click = (name: string) => fire(button(name), 'click');

/** linkedom's select ignores a value that is set. */
async function choose(name: string, value: string): Promise<void> {
  const select = named(name);
  Object.defineProperty(select, 'value', { value, configurable: true, writable: true });
  await fire(select, 'change');
}

async function typeDate(value: string, badInput = false, event = 'input'): Promise<void> {
  const field = named(msg('expires'));
  Object.defineProperty(field, 'validity', { value: { badInput }, configurable: true });
  field.value = value;
  await fire(field, event);
}

/** The accessible description of the field. */
function describedBy(name: string): string {
  const ids = named(name).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => root.querySelector(`#${id}`)?.textContent ?? '?').join(' | ');
}

it('leads to the choice of several tabs, but in a private window, whose tabs can’t be listed', async () => {
  await open();
  await click(msg('bulkAllTabs'));
  expect(opened.tabs).toBe(1);
  await open({}, {}, true);
  expect(textsOf('button')).not.toContain(msg('bulkAllTabs'));
});

it('names every field, and each once', async () => {
  await openWith({
    type: '7',
    countries: [{ when: 'Germany', link: '' }],
    devices: [{ when: '', link: '' }],
    languages: [{ when: '', link: '' }],
    parameters: [{ name: 'a', value: '' }],
  });
  expect(controls().map(nameOf)).toEqual([
    msg('utmSource'),
    msg('utmMedium'),
    msg('utmCampaign'),
    msg('utmTerm'),
    msg('utmContent'),
    msg('utmId'),
    msg('parameterRow', '1'),
    msg('parameterValue', msg('parameterRow', '1')),
    msg('addParametersTo'),
    msg('parameterConflict'),
    msg('linkType'),
    msg('typeId'),
    msg('visibility'),
    msg('expires'),
    msg('password'),
    msg('note'),
    msg('fieldTitle'),
    msg('fieldDescription'),
    msg('linkPreviewImage'),
    msg('countryRow', '1'),
    msg('urlFor', msg('countryRow', '1')),
    msg('deviceRow', '1'),
    msg('urlFor', msg('deviceRow', '1')),
    msg('languageRow', '1'),
    msg('urlFor', msg('languageRow', '1')),
    msg('appStore'),
    msg('googlePlay'),
    msg('deepLinkAuto'),
  ]);
  const ids = [...root.querySelectorAll('[id]')].map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  const groups = [...root.querySelectorAll('[role=group]')].map(
    (group) => root.querySelector(`#${group.getAttribute('aria-labelledby')}`)?.textContent,
  );
  expect(groups).toEqual([
    msg('utmParameters'),
    msg('linkPreview'),
    msg('targets'),
    msg('byCountry'),
    msg('byDevice'),
    msg('byLanguage'),
    msg('deepLink'),
  ]);
});

describe('the fields', () => {
  it.each([
    [msg('password'), { password: 'x' }],
    [msg('note'), { note: 'x' }],
    [msg('fieldTitle'), { card: { ...defaultLinkOptions.card, title: 'x' } }],
    [msg('fieldDescription'), { card: { ...defaultLinkOptions.card, description: 'x' } }],
    [msg('linkPreviewImage'), { card: { ...defaultLinkOptions.card, picture: 'x' } }],
    [msg('appStore'), { deepLink: { ...defaultLinkOptions.deepLink, apple: 'x' } }],
    [msg('googlePlay'), { deepLink: { ...defaultLinkOptions.deepLink, google: 'x' } }],
    [msg('utmSource'), { parameters: [{ name: 'utm_source', value: 'x' }] }],
    [msg('utmMedium'), { parameters: [{ name: 'utm_medium', value: 'x' }] }],
    [msg('utmCampaign'), { parameters: [{ name: 'utm_campaign', value: 'x' }] }],
    [msg('utmTerm'), { parameters: [{ name: 'utm_term', value: 'x' }] }],
    [msg('utmContent'), { parameters: [{ name: 'utm_content', value: 'x' }] }],
    [msg('utmId'), { parameters: [{ name: 'utm_id', value: 'x' }] }],
  ])('%s', async (name, expected) => {
    const { extras } = await open();
    await type(named(name), 'x');
    expect(extras()).toEqual({ ...defaultLinkOptions, ...expected });
    await type(named(name), '');
    expect(extras()).toEqual(defaultLinkOptions);
  });

  it('Type, Visibility and the place of parameters', async () => {
    const { extras } = await open();
    await choose(msg('linkType'), 'splash');
    await choose(msg('visibility'), 'public');
    await choose(msg('addParametersTo'), 'address');
    expect(extras()).toEqual({
      ...defaultLinkOptions,
      type: 'splash',
      visibility: 'public',
      parametersIn: 'address',
    });
  });

  it('a type by its id, which blocks until it is valid', async () => {
    const { model, extras } = await open();
    await choose(msg('linkType'), 'id');
    await flushMicrotasks();
    expect(model.hasBlockingError.value).toBe(true);
    expect(describedBy(msg('typeId'))).toContain(msg('problemTypeId'));
    await type(named(msg('typeId')), ' 31 ');
    expect([extras().type, model.hasBlockingError.value]).toEqual(['31', false]);
  });

  it('Automatic', async () => {
    const { extras } = await open();
    named(msg('deepLinkAuto')).checked = true;
    await fire(named(msg('deepLinkAuto')), 'change');
    expect(extras().deepLink.auto).toBe(true);
  });
});

describe('Expires', () => {
  it('is typed, chosen, and cleared', async () => {
    const { extras } = await open();
    await typeDate('2031-02-03T04:05');
    expect(extras().expiry).toBe('2031-02-03T04:05');
    expect(describedBy(msg('expires'))).toContain(msg('expiresHint'));
    for (const [name, span] of [
      [durationText(1, 'day'), '+1d'],
      [durationText(1, 'week'), '+1w'],
      [durationText(1, 'month'), '+1m'],
    ] as const) {
      await click(name);
      expect(extras().expiry).toBe(span);
      expect(describedBy(msg('expires'))).toContain(msg('expiresCounted'));
      const pressed = [...root.querySelectorAll('[aria-pressed=true]')].map(({ textContent }) => textContent);
      expect(pressed).toEqual([name]);
    }
    const never = () => button(msg('neverExpires')).getAttribute('aria-pressed');
    expect(never()).toBe('false');
    await click(msg('neverExpires'));
    expect(extras()).toEqual(defaultLinkOptions);
    expect(never()).toBe('true');
  });

  it('reports an incomplete date instead of dropping it', async () => {
    const { model } = await open();
    await typeDate('', true, 'blur');
    await flushMicrotasks();
    expect(model.hasBlockingError.value).toBe(true);
    expect(describedBy(msg('expires'))).toContain(msg('problemExpiry'));
    expect(named(msg('expires')).getAttribute('aria-invalid')).toBe('true');
  });

  it('is shown in local time once the service’s offset is known, and computed with it', async () => {
    const { extras } = await open({}, { zone: 330 });
    expect(describedBy(msg('expires'))).toBe(msg('expiresHint'));
    await typeDate('2031-02-03T04:05');
    const own = Date.UTC(2031, 1, 2, 22, 35);
    const words = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(own);
    expect(describedBy(msg('expires'))).toBe(msg('expiresHere', words));
    await click(durationText(1, 'day'));
    // The date that it amounts to five seconds after the epoch; it stays relative when the field is left.
    const field = named(msg('expires'));
    expect(field.value).toBe('1970-01-02T05:30');
    await fire(field, 'blur');
    expect(extras().expiry).toBe('+1d');
    await typeDate('', true, 'blur');
    expect(describedBy(msg('expires'))).toContain(msg('problemExpiry'));
  });

  it('rejects a date that is past by the service’s clock', async () => {
    const { model, submitted } = await open({}, { zone: 330 });
    await typeDate('1970-01-01T05:29');
    expect(describedBy(msg('expires'))).toContain(msg('problemExpiryOver'));
    await model.shorten();
    expect(submitted).toEqual([]);
    await typeDate('1970-01-01T05:31');
    void model.shorten();
    expect(submitted).toHaveLength(1);
  });

  it('rejects a date that is past everywhere', async () => {
    const { model, submitted } = await open();
    await typeDate('1969-12-31T11:59');
    expect(describedBy(msg('expires'))).toContain(msg('problemExpiryPast'));
    await model.shorten();
    expect(submitted).toEqual([]);
    await typeDate('1969-12-31T12:01');
    void model.shorten();
    expect(submitted).toHaveLength(1);
  });
});

describe('Targets', () => {
  it('a country is offered and shown in the user’s language, and stored in English', async () => {
    speak('de');
    const { extras } = await open();
    await click(msg('addCountry'));
    const offers = [...root.querySelectorAll('#countries-offers option')];
    expect(offers.map((offer) => offer.getAttribute('value'))).toContain('Deutschland');
    await type(named(msg('countryRow', '1')), 'Deutschland');
    await type(named(msg('urlFor', msg('countryRow', '1'))), 'https://de.example/');
    expect(extras().countries).toEqual([{ when: 'Germany', link: 'https://de.example/' }]);
    expect(named(msg('countryRow', '1')).value).toBe('Deutschland');
    named(msg('countryRow', '1')).value = ' österreich';
    await fire(named(msg('countryRow', '1')), 'input');
    await fire(named(msg('countryRow', '1')), 'change');
    expect(extras().countries[0]?.when).toBe('Austria');
    await type(named(msg('countryRow', '1')), 'Atlantis');
    await fire(named(msg('countryRow', '1')), 'change');
    expect(extras().countries[0]?.when).toBe('Atlantis');
  });

  it('a country is not replaced while it is typed, even if the text is another one’s English name', async () => {
    speak('de');
    const { extras } = await open();
    await click(msg('addCountry'));
    const country = () => named(msg('countryRow', '1'));
    for (const letter of 'Jordanien') await type(country(), country().value + letter);
    expect([country().value, extras().countries[0]?.when]).toEqual(['Jordanien', 'Jordan']);
    await type(country(), 'Jordan');
    expect(country().value).toBe('Jordan');
    await fire(country(), 'change');
    expect([country().value, extras().countries[0]?.when]).toEqual(['Jordanien', 'Jordan']);
    await type(country(), 'Jordan');
    await fire(country(), 'blur');
    expect(country().value).toBe('Jordanien');
  });

  it('a language is stored by its code, a device as typed', async () => {
    const { extras } = await open();
    await click(msg('addLanguage'));
    await type(named(msg('languageRow', '1')), 'french');
    await fire(named(msg('languageRow', '1')), 'change');
    await click(msg('addDevice'));
    await type(named(msg('deviceRow', '1')), 'Fridge');
    expect([extras().languages[0]?.when, extras().devices[0]?.when]).toEqual(['fr', 'Fridge']);
    const offered = [...root.querySelectorAll('#devices-offers option')].map(
      ({ textContent }) => textContent,
    );
    expect(offered).toEqual(
      expect.arrayContaining(['iPhone', 'iPad', 'Android', 'Windows', 'macOS', 'Linux']),
    );
  });

  it('rows move up and down, and are removed', async () => {
    const row = (when: string) => ({ when, link: `https://${when}.example/` });
    const { extras } = await openWith({ devices: [row('a'), row('b'), row('c')] });
    const order = () =>
      extras()
        .devices.map(({ when }) => when)
        .join('');
    await click(msg('moveDown', msg('deviceRow', '1')));
    expect(order()).toBe('bac');
    await click(msg('moveUp', msg('deviceRow', '3')));
    expect(order()).toBe('bca');
    await click(msg('removeChoice', msg('deviceRow', '2')));
    expect(order()).toBe('ba');
    expect(button(msg('moveUp', msg('deviceRow', '1'))).hasAttribute('disabled')).toBe(true);
    expect(button(msg('moveDown', msg('deviceRow', '2'))).hasAttribute('disabled')).toBe(true);
  });

  it('incomplete and duplicate rows are reported and block', async () => {
    const { model } = await openWith({
      countries: [
        { when: 'Germany', link: 'https://de.example/' },
        { when: 'Germany', link: '' },
      ],
    });
    await flushMicrotasks();
    expect(describedBy(msg('countryRow', '2'))).toContain(msg('problemDuplicate'));
    expect(describedBy(msg('urlFor', msg('countryRow', '2')))).toContain(msg('problemTargetUrl'));
    expect(describedBy(msg('countryRow', '1'))).toBe('');
    expect(model.hasBlockingError.value).toBe(true);
    await click(msg('removeChoice', msg('countryRow', '2')));
    expect(model.hasBlockingError.value).toBe(false);
  });

  it('Enter in a row submits nothing', async () => {
    await openWith({ devices: [{ when: 'iPhone', link: '' }] });
    expect((await press(named(msg('deviceRow', '1')), 'Enter')).defaultPrevented).toBe(true);
    expect((await press(button(msg('removeChoice', msg('deviceRow', '1'))), 'Enter')).defaultPrevented).toBe(
      false,
    );
  });
});

describe('UTM parameters', () => {
  it('common parameters are fields, others are rows, and all of them keep their order', async () => {
    const { extras } = await openWith({
      parameters: [
        { name: 'ref', value: 'a' },
        { name: 'utm_source', value: 'mail' },
      ],
    });
    expect(named(msg('utmSource')).value).toBe('mail');
    expect([
      named(msg('parameterRow', '1')).value,
      named(msg('parameterValue', msg('parameterRow', '1'))).value,
    ]).toEqual(['ref', 'a']);
    await type(named(msg('utmSource')), 'post');
    await type(named(msg('parameterValue', msg('parameterRow', '1'))), 'b');
    await click(msg('addParameter'));
    await type(named(msg('parameterRow', '2')), 'n');
    expect(extras().parameters).toEqual([
      { name: 'ref', value: 'b' },
      { name: 'utm_source', value: 'post' },
      { name: 'n', value: '' },
    ]);
  });

  it('a row stays a row while its name passes a common one', async () => {
    const { extras } = await openWith({ parameters: [{ name: 'utm_i', value: '1' }] });
    await fire(named(msg('parameterRow', '1')), 'focus');
    await type(named(msg('parameterRow', '1')), 'utm_id');
    expect(named(msg('parameterRow', '1')).value).toBe('utm_id');
    await type(named(msg('parameterRow', '1')), 'utm_idea');
    await fire(named(msg('parameterRow', '1')), 'blur');
    expect(extras().parameters).toEqual([{ name: 'utm_idea', value: '1' }]);
  });

  it('the destination URL is shown, regardless of where the parameters are sent', async () => {
    await open();
    const preview = () => root.querySelector('.preview bdi')?.textContent;
    expect(preview()).toBeUndefined();
    await type(named(msg('utmSource')), 'news letter');
    expect(preview()).toBe('https://example.com/page?utm_source=news+letter');
    await choose(msg('addParametersTo'), 'address');
    expect(preview()).toBe('https://example.com/page?utm_source=news+letter');
  });

  it('every URL is shown as it will be sent', async () => {
    await openWith({
      countries: [{ when: 'Germany', link: ' https://example.com/de?utm_source=own ' }],
      languages: [{ when: 'fr', link: 'https://example.com/fr' }],
      deepLink: { apple: 'https://apps.apple.com/app/id1', google: '', auto: false },
    });
    const sent = () =>
      [...root.querySelectorAll('.preview dl > div')].map((row) =>
        [...row.children].map(({ textContent }) => textContent),
      );
    expect(sent()).toEqual([]);
    await type(named(msg('utmSource')), 'mail');
    await type(named(msg('utmMedium')), 'print');
    expect(sent()).toEqual([
      [msg('destinationUrl'), 'https://example.com/page?utm_source=mail'],
      ['Germany', 'https://example.com/de?utm_source=own'],
      ['fr', 'https://example.com/fr?utm_source=mail'],
      [msg('appStore'), 'https://apps.apple.com/app/id1'],
    ]);
    expect(root.textContent).toContain(msg('serviceAdds', '⁨utm_medium=print⁩'));
    await choose(msg('parameterConflict'), 'replace');
    expect(sent()[1]).toEqual(['Germany', 'https://example.com/de?utm_source=mail']);
  });
});

describe('sections', () => {
  const summaries = () => [...root.querySelectorAll('summary')].map(({ textContent }) => textContent);

  it('show how many of their fields are filled', async () => {
    await openWith({
      card: { title: 'a', description: 'b', picture: '' },
      deepLink: { apple: '', google: '', auto: true },
    });
    expect(summaries()).toEqual([
      msg('utmParameters'),
      `${msg('linkPreview')} ${msgCount('sectionSet', 2)}`,
      msg('targets'),
      `${msg('deepLink')} ${msgCount('sectionSet', 1)}`,
    ]);
    expect(root.querySelectorAll('details[open]')).toHaveLength(0);
  });

  it('are open if a draft has an error in them', async () => {
    await openWith({ devices: [{ when: 'iPhone', link: '' }] });
    expect(summaries()[2]).toBe(
      `${msg('targets')} ${msgCount('sectionSet', 1)} ${msgCount('sectionErrors', 1)}`,
    );
    expect(root.querySelectorAll('details[open]')).toHaveLength(1);
  });
});

it('offer “Open as page”', async () => {
  await open();
  await click(msg('openInTab'));
  expect(opened.pages).toBe(1);
});

it('offer placements below the UTM parameters, for one link each', async () => {
  await open();
  await click(msg('placementsOffer'));
  expect(opened).toEqual({ pages: 0, placements: 1, tabs: 0 });
});

describe('the model', () => {
  it('validates a draft’s options before it submits them once', async () => {
    const { model, submitted } = await openWith({ note: 'n' });
    void model.shorten();
    void model.shorten();
    await flushMicrotasks();
    expect(submitted).toMatchObject([{ link: { extras: { note: 'n' } } }]);
  });

  it('below the button: what became of a link that was canceled, or is no longer checked', async () => {
    await draw(null);
    const { model } = openPopup({});
    await draw(<FormNotes model={model} />);
    expect(textsOf('[role=status]').join('')).toBe('');
    model.withdrawn.value = 'canceled';
    await settle();
    expect(textsOf('[role=status]')).toContain(msg('linkCanceled'));
    model.withdrawn.value = 'unconfirmed';
    await settle();
    expect(textsOf('[role=status]')).toContain(msg('dismissHint'));
  });

  it('says that a password was not stored, until one is typed', async () => {
    const { model, omissions } = openPopup({ draft: draft({ alias: 'a' }), passwordOmitted: true });
    await draw(null);
    await draw(<FormNotes model={model} />);
    // It has loaded.
    await until(() => (root.textContent ?? '').includes(msg('passwordLeft')));
    model.form.change({ alias: 'b' });
    expect(omissions.at(-1)).toBe(true);
    model.form.changeExtras({ password: 'p' });
    expect(model.passwordOmitted.value).toBe(false);
    await draw(<FormNotes key="again" model={model} />);
    expect(root.textContent).not.toContain(msg('passwordLeft'));
  });

  it('starts another link with the options of the previous one, UTM parameters included', async () => {
    const parameters = [{ name: 'utm_source', value: 'facebook' }];
    const { model, replies } = await openWith({ note: 'n', parameters });
    await flushMicrotasks();
    void model.shorten();
    replies[0]?.({
      result: jobResult({ id: '1', shortUrl: 'https://sho.rt/a' }),
    });
    await flushMicrotasks();
    model.startAnother();
    expect(model.form.draft.value.extras).toMatchObject({ note: 'n', parameters });
  });
});

describe('the account’s splash pages and overlays', () => {
  const lists = {
    splashPages: [{ id: '1', name: 'Please wait' }],
    overlays: [
      { id: '1', name: 'Hidden' },
      { id: '2', name: 'Ask them' },
    ],
  };
  const offered = () =>
    [...named(msg('linkType')).querySelectorAll('option')].map(({ textContent }) => textContent);

  it('are offered by name, and sent by id', async () => {
    const { extras } = await open({}, lists);
    expect(offered().slice(4)).toEqual([
      msg('typeSplashNamed', 'Please wait'),
      msg('typeOverlayNamed', 'Ask them'),
      msg('typeById'),
    ]);
    expect(
      [...named(msg('linkType')).querySelectorAll('optgroup')].map((group) => group.getAttribute('label')),
    ).toEqual([msg('splashPages'), msg('overlays')]);
    expect(textsOf('details.disclosure')).toEqual([]);
    await choose(msg('linkType'), '2');
    // The service would take the splash page.
    expect(textsOf('details.disclosure')).toEqual([
      msgCount('overlaysUnavailable', 1) + msg('typeClash', isolate('Hidden')),
    ]);
    expect(extras().type).toBe('2');
    expect(controls().map(nameOf)).not.toContain(msg('typeId'));
  });

  it('an id stays an id while it is typed, also if it is that of a named one', async () => {
    const { extras } = await open({}, lists);
    await choose(msg('linkType'), 'id');
    await type(named(msg('typeId')), '1');
    expect(extras().type).toBe('1');
    await type(named(msg('typeId')), '12');
    expect(extras().type).toBe('12');
  });
});
