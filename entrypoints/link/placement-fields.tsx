/** The placements of a URL while they are typed: a row each, with the values that its name suggests. */
import { Check } from 'lucide';
import { formatNumber } from '../../lib/i18n/format.ts';
import { displayUrl } from '../../lib/i18n/truncate.ts';
import { t } from '../../lib/i18n/t.ts';
import {
  emptyPlacement,
  isStarted,
  joinAlias,
  sourceOf,
  suffixOf,
  type Placement,
  type SubmittedPlacement,
} from '../../lib/placements/placements.ts';
import { isolateLeftToRight } from '../../lib/text/isolate.ts';
import { Icon } from '../../components/icon.tsx';
import { leftToRight, TextField } from '../../components/link-options/field.tsx';
import { Rows } from '../../components/link-options/rows.tsx';
import { ShortUrl } from '../../components/short-url.tsx';
import { Destination } from './destination.tsx';
import type { PlacementsModel, PlacementsProps } from './placements-model.ts';

/** Of a row, and of its source or suffix. */
const fieldId = /^places-(\d+)(-source|-suffix|)$/u;

/** In characters: together as wide as their column. */
const maxLengths = { start: 32, value: 24, rest: 8 };

/** As in a spreadsheet: to the row below. A second Enter, in a last row in which nothing is typed, leads to the button. */
function enter(event: KeyboardEvent, { set, change }: PlacementsModel): void {
  const [, row, column = ''] = (event.target instanceof HTMLElement && fieldId.exec(event.target.id)) || [];
  if (event.key !== 'Enter' || event.isComposing || row === undefined) return;
  event.preventDefault();
  const { places } = set.peek();
  const next = Number(row) + 1;
  const last = places[Number(row)];
  if (next < places.length) document.getElementById(`places-${next}${column}`)?.focus();
  else if (!last || !isStarted(last)) document.querySelector<HTMLElement>('#placements .main')?.focus();
  else {
    change({ places: [...places, emptyPlacement] });
    requestAnimationFrame(() => document.getElementById(`places-${next}`)?.focus());
  }
}

function paste(event: ClipboardEvent, model: PlacementsModel): void {
  const { target } = event;
  const row = target instanceof HTMLElement ? /^places-(\d+)$/u.exec(target.id)?.[1] : undefined;
  if (row === undefined) return;
  const last = model.paste(Number(row), event.clipboardData?.getData('text/plain') ?? '');
  if (last === null) return;
  event.preventDefault();
  // The pasted rows exist only after the next render.
  requestAnimationFrame(() => document.getElementById(`places-${last}`)?.focus());
}

export function PlacementRows({ model }: PlacementsProps) {
  const { problems, change } = model;
  const { parameter, places } = model.set.value;
  const replaced = model.replaced.value;
  return (
    <div class="places" onPaste={(event) => paste(event, model)} onKeyDown={(event) => enter(event, model)}>
      <TextField
        id="places-parameter"
        label={t('sourceParameter')}
        problem={problems.value['parameter']}
        hint={
          replaced === null
            ? undefined
            : t(
                'placementsReplace',
                isolateLeftToRight(parameter.trim()),
                isolateLeftToRight(replaced),
                t('sourceParameter'),
              )
        }
        value={parameter}
        onType={(typed) => change({ parameter: typed })}
        input={leftToRight}
      />
      {/* The fields have labels of their own, with the number of the row. */}
      <p class="columns hint" aria-hidden="true">
        <span>{t('placementColumn')}</span>
        <span>{t('sourceColumn')}</span>
        <span>{t('suffixColumn')}</span>
        <span>{t('shortLinkAndDestination')}</span>
      </p>
      <Rows
        id="places"
        rows={places}
        empty={emptyPlacement}
        nameOf={(number) => t('placementRow', number)}
        add={t('addPlacement')}
        onChange={(rows) => change({ places: rows })}
      >
        {(placement, index, name, onChange) => (
          <PlacementFields {...{ model, placement, index, name, onChange }} />
        )}
      </Rows>
      <p class="hint">{t('placementsPasteHint')}</p>
    </div>
  );
}

interface PlacementFieldsProps extends PlacementsProps {
  readonly placement: Placement;
  readonly index: number;
  readonly name: string;
  readonly onChange: (fields: Partial<Placement>) => void;
}

function PlacementFields({ model, placement, index, name, onChange }: PlacementFieldsProps) {
  const problems = model.problems.value;
  const number = formatNumber(index + 1);
  const suffix = suffixOf(placement, model.alias.value);
  /** Empty where the service chooses it. */
  const alias = isStarted(placement) ? joinAlias(model.alias.value, suffix) : '';
  const url = model.urlOf(placement);
  const submitted = model.alreadySubmitted.value.get(placement);
  /** Of a link that is created already; empty for none. */
  const shortUrl = submitted?.shortUrl ?? '';
  const status = submitted && describeSubmitted(model, submitted);
  return (
    <>
      <TextField
        id={`places-${index}`}
        label={name}
        hint={status}
        problem={problems[`${index}.name`]}
        value={placement.name}
        onType={(typed) => onChange({ name: typed })}
        input={{ dir: 'auto' }}
      />
      <TextField
        id={`places-${index}-source`}
        label={t('placementSource', number)}
        hint={url === '' ? undefined : t('placementDestination', isolateLeftToRight(url))}
        problem={problems[`${index}.source`]}
        value={placement.source ?? sourceOf(placement)}
        onType={(source) => onChange({ source })}
        input={leftToRight}
      />
      <TextField
        id={`places-${index}-suffix`}
        label={t('placementSuffix', number)}
        hint={alias === '' ? undefined : t('placementAlias', alias)}
        problem={problems[`${index}.suffix`]}
        value={placement.suffix ?? suffix}
        onType={(typed) => onChange({ suffix: typed })}
        input={{ ...leftToRight, placeholder: t('aliasAutomatic') }}
      />
      {/* In a wide table: what the hints of the fields say. */}
      <p class="to-come" dir="ltr" aria-hidden="true">
        {shortUrl !== '' && (
          <span class="state good">
            <Icon of={Check} /> <ShortUrl url={shortUrl} class="place-link" />
          </span>
        )}
        {shortUrl === '' && status}
        {status === undefined && (alias !== '' || url !== '') && (
          <LinkToCome domain={displayUrl(model.domain.value)} alias={alias} />
        )}
        {url !== '' && (
          <span class="hint">
            <Destination address={url} parameter={model.set.value.parameter} maxLengths={maxLengths} />
          </span>
        )}
      </p>
    </>
  );
}

/** @returns nothing where the job will be retried */
function describeSubmitted(
  { rows }: PlacementsModel,
  { id, shortUrl }: SubmittedPlacement,
): string | undefined {
  if (shortUrl !== null) return t('notifyCreated', isolateLeftToRight(displayUrl(shortUrl)));
  switch (rows.value.find(({ placement }) => placement.id === id)?.status) {
    case 'question':
      return t('needsDecision');
    case 'unknown':
      return t('placementResultUnknown');
    case 'waiting':
      return t('jobQueued');
    case 'created':
    case 'refused':
    case 'cancelled':
    case undefined:
      return undefined;
  }
}

function LinkToCome({ domain, alias }: { readonly domain: string; readonly alias: string }) {
  if (alias !== '')
    return (
      <span>
        {domain || t('domainDefault')}/<strong>{alias}</strong>
      </span>
    );
  // The service generates it. Otherwise the destination would be read as the short link.
  return (
    <span>
      {domain !== '' && `${domain}/`}
      <bdi>{t('aliasAutomatic')}</bdi>
    </span>
  );
}
