/** Everything a link can be given besides its address and filing: the same in the popup and as a page. */
import { useState } from 'preact/hooks';
import type { Choice } from '../../lib/draft/draft.ts';
import { shownAddress } from '../../lib/i18n/truncate.ts';
import { isNamedType, linkTypeName, namedTypes } from '../../lib/i18n/link-type-name.ts';
import { say } from '../../lib/i18n/t.ts';
import type { LinkOptionsProps } from './types.ts';
import { Expiry } from './expiry.tsx';
import { addressInput, ChoiceField, Field, leftToRight, TextField } from './field.tsx';
import { Offers } from './suggestions.tsx';
import { Parameters } from './parameters.tsx';
import { Section } from './section.tsx';
import { Targets } from './targets.tsx';

export function LinkOptions(props: LinkOptionsProps) {
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
        label={say('alias')}
        problem={problems['alias']}
        value={props.alias}
        onType={(alias) => onLink({ alias })}
        input={{ ...leftToRight, placeholder: say('aliasHint') }}
      />
      <Offers
        id="alias"
        name={say('aliasProposals')}
        values={offers.aliases.filter((alias) => alias !== props.alias)}
        onTake={(alias) => onLink({ alias })}
      />
      <ChoiceField
        id="domain"
        label={say('domain')}
        value={props.domain}
        choices={[
          ['', say('domainDefault')],
          ...domainsWith(props.domain, props.domains).map(
            (domain) => [domain, shownAddress(domain)] as const,
          ),
        ]}
        onChoose={(domain) => onLink({ domain })}
      />
      <LinkType {...props} />
      <TextField
        id="password"
        label={say('password')}
        hint={say('passwordHint')}
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
        label={say('visibility')}
        value={extras.visibility}
        choices={[
          ['', say('visibilityDefault')],
          ['private', say('visibilityPrivate')],
          ['public', say('visibilityPublic')],
        ]}
        onChoose={(visibility) => onChange({ visibility })}
      />
      <Field id="note" label={say('note')}>
        <textarea
          id="note"
          dir="auto"
          rows={2}
          value={extras.note}
          onInput={(event) => onChange({ note: event.currentTarget.value })}
        />
      </Field>
      <Section id="card" name={say('socialCard')} filled={count.card} wrong={wrongIn('card')}>
        <TextField
          id="card-title"
          label={say('cardTitle')}
          value={card.title}
          onType={(title) => setCard({ title })}
          input={{ dir: 'auto' }}
        />
        <TextField
          id="card-description"
          label={say('cardDescription')}
          value={card.description}
          onType={(description) => setCard({ description })}
          input={{ dir: 'auto' }}
        />
        <TextField
          id="card-picture"
          label={say('cardPicture')}
          hint={say('cardPictureHint')}
          problem={problems['card.picture']}
          value={card.picture}
          onType={(picture) => setCard({ picture })}
          input={addressInput}
        />
        {props.cardTools}
      </Section>
      <Section
        id="targets"
        name={say('targets')}
        filled={count.targets}
        wrong={wrongIn('countries', 'devices', 'languages')}
      >
        <Targets {...props} />
      </Section>
      <Section id="deep-link" name={say('deepLink')} filled={count.deepLink} wrong={wrongIn('deepLink')}>
        <TextField
          id="app-store"
          label={say('appStore')}
          problem={problems['deepLink.apple']}
          value={deepLink.apple}
          onType={(apple) => setDeepLink({ apple })}
          input={addressInput}
        />
        <Offers
          id="app-store"
          name={say('storeProposals', say('appStore'))}
          values={offers.apple.filter((address) => address !== deepLink.apple)}
          onTake={(apple) => setDeepLink({ apple })}
        />
        <TextField
          id="google-play"
          label={say('googlePlay')}
          problem={problems['deepLink.google']}
          value={deepLink.google}
          onType={(google) => setDeepLink({ google })}
          input={addressInput}
        />
        <Offers
          id="google-play"
          name={say('storeProposals', say('googlePlay'))}
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
          {say('deepLinkAuto')}
        </label>
        <p id="deep-link-auto-hint" class="hint">
          {say('deepLinkAutoHint')}
        </p>
        <p class="hint">{say('deepLinkHint')}</p>
      </Section>
      <Section
        id="campaign-parameters"
        name={say('campaignParameters')}
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

function LinkType({ extras: { type }, problems, onChange, splashPages, overlays }: LinkOptionsProps) {
  /** Chosen by its number, it stays a number while it is typed, whatever it is the number of. */
  const [numbered, setNumbered] = useState(false);
  const isOver = ({ id }: Choice) => splashPages.some((page) => page.id === id);
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
        label={say('linkType')}
        hint={hidden.length > 0 ? say('typeClash', hidden.map(({ name }) => name).join(', ')) : undefined}
        value={named ? type : byId}
        choices={[...typeNames, [byId, say('typeById')]]}
        onChoose={(chosen) => {
          setNumbered(chosen === byId);
          onChange({ type: chosen });
        }}
      />
      {!named && (
        <TextField
          id="type-id"
          label={say('typeId')}
          problem={problems['type']}
          value={type === byId ? '' : type}
          onType={(typed) => onChange({ type: isNamedType(typed.trim()) ? byId : typed.trim() })}
          input={{ ...leftToRight, inputMode: 'numeric' }}
        />
      )}
    </>
  );
}
