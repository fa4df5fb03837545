/** All options of a link besides its URL, assignment, domain and alias; used by the popup and by the link page. */
import { AppWindow, MapPin, Smartphone, Tags } from 'lucide';
import { useState } from 'preact/hooks';
import type { PickerOption } from '../../lib/draft/draft.ts';
import { joinNames } from '../../lib/i18n/join-names.ts';
import { isNamedType, namedTypes } from '../../lib/draft/link-types.ts';
import { linkTypeName } from '../../lib/i18n/link-type-name.ts';
import { formatCount } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import type { LinkOptionsFormProps } from './types.ts';
import { Checkbox } from '../checkbox.tsx';
import { Disclosure } from '../disclosure.tsx';
import { Expiry } from './expiry.tsx';
import { addressInput, ChoiceField, Field, leftToRight, TextField, type TextFieldProps } from './field.tsx';
import { Parameters } from './parameters.tsx';
import { Section } from './section.tsx';
import { Targets } from './targets.tsx';

const utm = {
  id: 'campaign-parameters',
  name: 'utmParameters',
  icon: Tags,
  part: 'parameters',
  Fields: Parameters,
} as const;

const sections = [
  { id: 'card', name: 'linkPreview', icon: AppWindow, part: 'card', Fields: SocialCard },
  { id: 'targets', name: 'targets', icon: MapPin, part: 'targets', Fields: Targets },
  { id: 'deep-link', name: 'deepLink', icon: Smartphone, part: 'deepLink', Fields: DeepLink },
] as const;

export function LinkOptionsForm(props: LinkOptionsFormProps) {
  return (
    <div class="options">
      {props.beginsWithUtm && <OptionsSection {...utm} form={props} />}
      <div class="basics">
        <LinkType {...props} />
        <AccessOptions {...props} />
      </div>
      {!props.beginsWithUtm && <OptionsSection {...utm} form={props} />}
      {sections.map((section) => (
        <OptionsSection key={section.id} {...section} form={props} />
      ))}
    </div>
  );
}

type OptionsSectionProps = (typeof utm | (typeof sections)[number]) & { readonly form: LinkOptionsFormProps };

function OptionsSection({ id, name, icon, part, Fields, form }: OptionsSectionProps) {
  return (
    <Section
      id={id}
      name={t(name)}
      icon={icon}
      filled={form.count[part]}
      wrong={countErrors(form.problems, part)}
    >
      <Fields {...form} />
    </Section>
  );
}

function countErrors(problems: LinkOptionsFormProps['problems'], part: OptionsSectionProps['part']) {
  const fields = part === 'targets' ? ['countries', 'devices', 'languages'] : [part];
  return Object.entries(problems).filter(
    ([name, { blocks }]) => blocks && fields.some((field) => name.startsWith(field)),
  ).length;
}

function AccessOptions(props: LinkOptionsFormProps) {
  const { options, onChange, hasPassword = true } = props;
  return (
    <>
      <ChoiceField
        id="visibility"
        label={t('visibility')}
        value={options.visibility}
        choices={[
          ['', t('visibilityDefault')],
          ['private', t('visibilityPrivate')],
          ['public', t('visibilityPublic')],
        ]}
        onChoose={(visibility) => onChange({ visibility })}
      />
      <Expiry {...props} />
      {hasPassword && (
        <TextField
          id="password"
          label={t('password')}
          hint={t('passwordHint')}
          value={options.password}
          onType={(password) => onChange({ password })}
          secret
          input={{ autocomplete: 'new-password' }}
        />
      )}
      <Field id="note" label={t('note')}>
        <textarea
          id="note"
          dir="auto"
          rows={2}
          value={options.note}
          onInput={(event) => onChange({ note: event.currentTarget.value })}
        />
      </Field>
    </>
  );
}

function SocialCard({ options: { card }, problems, onChange, cardTools }: LinkOptionsFormProps) {
  const setCard = (fields: Partial<typeof card>) => onChange({ card: { ...card, ...fields } });
  return (
    <>
      <TextField
        id="card-title"
        label={t('fieldTitle')}
        value={card.title}
        onType={(title) => setCard({ title })}
        input={{ dir: 'auto' }}
      />
      <TextField
        id="card-description"
        label={t('fieldDescription')}
        value={card.description}
        onType={(description) => setCard({ description })}
        input={{ dir: 'auto' }}
      />
      <TextField
        id="card-picture"
        label={t('linkPreviewImage')}
        hint={t('linkPreviewImageHint')}
        problem={problems['card.picture']}
        value={card.picture}
        onType={(picture) => setCard({ picture })}
        input={addressInput}
      />
      {cardTools}
    </>
  );
}

function DeepLink({ options: { deepLink }, problems, suggestions, onChange }: LinkOptionsFormProps) {
  const setDeepLink = (fields: Partial<typeof deepLink>) =>
    onChange({ deepLink: { ...deepLink, ...fields } });
  return (
    <>
      <StoreUrl
        id="app-store"
        label={t('appStore')}
        problem={problems['deepLink.apple']}
        value={deepLink.apple}
        suggested={suggestions.apple}
        onType={(apple) => setDeepLink({ apple })}
      />
      <StoreUrl
        id="google-play"
        label={t('googlePlay')}
        problem={problems['deepLink.google']}
        value={deepLink.google}
        suggested={suggestions.google}
        onType={(google) => setDeepLink({ google })}
      />
      <Checkbox
        label={t('deepLinkAuto')}
        describedBy="deep-link-auto-hint"
        checked={deepLink.auto}
        onChange={(auto) => setDeepLink({ auto })}
      />
      <p id="deep-link-auto-hint" class="hint">
        {t('deepLinkAutoHint')}
      </p>
      <p class="hint">{t('deepLinkHint', t('targets'))}</p>
    </>
  );
}

interface StoreUrlProps extends Pick<TextFieldProps, 'id' | 'label' | 'problem' | 'value' | 'onType'> {
  /** URLs of the page's app. */
  readonly suggested: readonly string[];
}

function StoreUrl({ suggested, ...field }: StoreUrlProps) {
  const { id, label, value, onType } = field;
  const offered = suggested.filter((url) => url !== value);
  return (
    <>
      <TextField {...field} input={addressInput} />
      {offered.length > 0 && (
        <div role="group" aria-labelledby={`${id}-offers`} class="offers">
          <p id={`${id}-offers`} class="hint">
            {t('suggestedStoreUrls', label)}
          </p>
          <p class="acts">
            {offered.map((url) => (
              <button
                key={url}
                type="button"
                onClick={() => {
                  onType(url);
                  // The button goes with its suggestion, and would take the focus along.
                  document.getElementById(id)?.focus();
                }}
              >
                <bdi dir="ltr">{url}</bdi>
              </button>
            ))}
          </p>
        </div>
      )}
    </>
  );
}

/** The type is chosen by id, which is not typed yet. */
const byId = 'id';

function LinkType({ options: { type }, problems, onChange, splashPages, overlays }: LinkOptionsFormProps) {
  /** The field for the id stays while it is typed, also where the id is that of a listed type. */
  const [numbered, setNumbered] = useState(false);
  const isSplashPage = ({ id }: PickerOption) => splashPages.some((page) => page.id === id);
  const hidden = overlays.filter(isSplashPage);
  const toChoice = (id: string) => [id, linkTypeName(id, { splashPages, overlays }) ?? id] as const;
  const pages = ['splash', ...splashPages.map(({ id }) => id)].map(toChoice);
  const shownOverlays = overlays.filter((one) => !isSplashPage(one)).map(({ id }) => toChoice(id));
  const plain = namedTypes.filter((one) => one !== 'splash').map(toChoice);
  const isPlain = !numbered && plain.some(([one]) => one === type);
  const named = isPlain || (!numbered && [...pages, ...shownOverlays].some(([one]) => one === type));
  return (
    <>
      <ChoiceField
        id="type"
        label={t('linkType')}
        value={named ? type : byId}
        choices={[
          ...plain,
          { name: t('splashPages'), choices: pages },
          ...(shownOverlays.length > 0 ? [{ name: t('overlays'), choices: shownOverlays }] : []),
          [byId, t('typeById')],
        ]}
        onChoose={(chosen) => {
          setNumbered(chosen === byId);
          onChange({ type: chosen });
        }}
      >
        {/* Only for those who look for a page or an overlay. */}
        {!isPlain && hidden.length > 0 && (
          <Disclosure name={formatCount('overlaysUnavailable', hidden.length)}>
            <p>{t('typeClash', joinNames(hidden.map(({ name }) => name)))}</p>
          </Disclosure>
        )}
      </ChoiceField>
      {!named && (
        <TextField
          id="type-id"
          label={t('typeId')}
          problem={problems['type']}
          value={type === byId ? '' : type}
          onType={(typed) => onChange({ type: isNamedType(typed.trim()) ? byId : typed.trim() })}
          input={{ ...leftToRight, inputMode: 'numeric' }}
        />
      )}
    </>
  );
}
