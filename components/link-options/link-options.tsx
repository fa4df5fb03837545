/** Everything a link can be given besides its address and filing: the same in the popup and as a page. */
import { useState } from 'preact/hooks';
import type { PickerOption } from '../../lib/draft/draft.ts';
import { displayUrl } from '../../lib/i18n/truncate.ts';
import { isNamedType, linkTypeName, namedTypes } from '../../lib/i18n/link-type-name.ts';
import { t } from '../../lib/i18n/t.ts';
import type { LinkOptionsFormProps } from './types.ts';
import { Expiry } from './expiry.tsx';
import { addressInput, ChoiceField, Field, leftToRight, TextField } from './field.tsx';
import { Suggestions } from './suggestions.tsx';
import { Parameters } from './parameters.tsx';
import { Section } from './section.tsx';
import { Targets } from './targets.tsx';

export function LinkOptionsForm(props: LinkOptionsFormProps) {
  const { extras, problems, onChange, onLink, count, offers } = props;
  const { card, deepLink } = extras;
  const setCard = (fields: Partial<typeof card>) => onChange({ card: { ...card, ...fields } });
  const setDeepLink = (fields: Partial<typeof deepLink>) =>
    onChange({ deepLink: { ...deepLink, ...fields } });
  const wrongIn = (...starts: string[]) =>
    Object.entries(problems).filter(
      ([field, { blocks }]) => blocks && starts.some((start) => field.startsWith(start)),
    ).length;
  return (
    <div class="options">
      <TextField
        id="alias"
        label={t('alias')}
        problem={problems['alias']}
        value={props.alias}
        onType={(alias) => onLink({ alias })}
        input={{ ...leftToRight, placeholder: t('aliasHint') }}
      />
      <Suggestions
        id="alias"
        name={t('aliasProposals')}
        values={offers.aliases.filter((alias) => alias !== props.alias)}
        onTake={(alias) => onLink({ alias })}
      />
      <ChoiceField
        id="domain"
        label={t('domain')}
        value={props.domain}
        choices={[
          ['', t('domainDefault')],
          ...domainsWith(props.domain, props.domains).map((domain) => [domain, displayUrl(domain)] as const),
        ]}
        onChoose={(domain) => onLink({ domain })}
      />
      <LinkType {...props} />
      <TextField
        id="password"
        label={t('password')}
        hint={t('passwordHint')}
        value={extras.password}
        onType={(password) => onChange({ password })}
        secret
        input={{ autocomplete: 'new-password' }}
      />
      <Expiry
        value={extras.expiry}
        problem={problems['expiry']}
        onChange={(expiry) => onChange({ expiry })}
        unfinished={props.unfinished}
        expiryAfter={props.expiryAfter}
        expiryCounted={props.expiryCounted}
        expiryHere={props.expiryHere}
      />
      <ChoiceField
        id="visibility"
        label={t('visibility')}
        value={extras.visibility}
        choices={[
          ['', t('visibilityDefault')],
          ['private', t('visibilityPrivate')],
          ['public', t('visibilityPublic')],
        ]}
        onChoose={(visibility) => onChange({ visibility })}
      />
      <Field id="note" label={t('note')}>
        <textarea
          id="note"
          dir="auto"
          rows={2}
          value={extras.note}
          onInput={(event) => onChange({ note: event.currentTarget.value })}
        />
      </Field>
      <Section id="card" name={t('socialCard')} filled={count.card} wrong={wrongIn('card')}>
        <TextField
          id="card-title"
          label={t('cardTitle')}
          value={card.title}
          onType={(title) => setCard({ title })}
          input={{ dir: 'auto' }}
        />
        <TextField
          id="card-description"
          label={t('cardDescription')}
          value={card.description}
          onType={(description) => setCard({ description })}
          input={{ dir: 'auto' }}
        />
        <TextField
          id="card-picture"
          label={t('cardPicture')}
          hint={t('cardPictureHint')}
          problem={problems['card.picture']}
          value={card.picture}
          onType={(picture) => setCard({ picture })}
          input={addressInput}
        />
        {props.cardTools}
      </Section>
      <Section
        id="targets"
        name={t('targets')}
        filled={count.targets}
        wrong={wrongIn('countries', 'devices', 'languages')}
      >
        <Targets {...props} />
      </Section>
      <Section id="deep-link" name={t('deepLink')} filled={count.deepLink} wrong={wrongIn('deepLink')}>
        <TextField
          id="app-store"
          label={t('appStore')}
          problem={problems['deepLink.apple']}
          value={deepLink.apple}
          onType={(apple) => setDeepLink({ apple })}
          input={addressInput}
        />
        <Suggestions
          id="app-store"
          name={t('storeProposals', t('appStore'))}
          values={offers.apple.filter((address) => address !== deepLink.apple)}
          onTake={(apple) => setDeepLink({ apple })}
        />
        <TextField
          id="google-play"
          label={t('googlePlay')}
          problem={problems['deepLink.google']}
          value={deepLink.google}
          onType={(google) => setDeepLink({ google })}
          input={addressInput}
        />
        <Suggestions
          id="google-play"
          name={t('storeProposals', t('googlePlay'))}
          values={offers.google.filter((address) => address !== deepLink.google)}
          onTake={(google) => setDeepLink({ google })}
        />
        <label class="check">
          <input
            type="checkbox"
            aria-describedby="deep-link-auto-hint"
            checked={deepLink.auto}
            onChange={(event) => setDeepLink({ auto: event.currentTarget.checked })}
          />
          {t('deepLinkAuto')}
        </label>
        <p id="deep-link-auto-hint" class="hint">
          {t('deepLinkAutoHint')}
        </p>
        <p class="hint">{t('deepLinkHint')}</p>
      </Section>
      <Section
        id="campaign-parameters"
        name={t('campaignParameters')}
        filled={count.parameters}
        wrong={wrongIn('parameters')}
      >
        <Parameters {...props} />
      </Section>
    </div>
  );
}

/** One that is chosen stays choosable, though the account may have lost it. */
function domainsWith(chosen: string, domains: readonly string[]): readonly string[] {
  return chosen === '' || domains.includes(chosen) ? domains : [...domains, chosen];
}

/** Chosen, but not typed yet. */
const byId = 'id';

function LinkType({ extras: { type }, problems, onChange, splashPages, overlays }: LinkOptionsFormProps) {
  /** Chosen by its number, it stays a number while it is typed, whatever it is the number of. */
  const [numbered, setNumbered] = useState(false);
  const isOver = ({ id }: PickerOption) => splashPages.some((page) => page.id === id);
  const hidden = overlays.filter(isOver);
  const typeNames = [
    ...namedTypes,
    ...[...splashPages, ...overlays.filter((one) => !isOver(one))].map(({ id }) => id),
  ].map((one) => [one, linkTypeName(one, { splashPages, overlays }) ?? one] as const);
  const named = !numbered && typeNames.some(([one]) => one === type);
  return (
    <>
      <ChoiceField
        id="type"
        label={t('linkType')}
        hint={hidden.length > 0 ? t('typeClash', hidden.map(({ name }) => name).join(', ')) : undefined}
        value={named ? type : byId}
        choices={[...typeNames, [byId, t('typeById')]]}
        onChoose={(chosen) => {
          setNumbered(chosen === byId);
          onChange({ type: chosen });
        }}
      />
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
