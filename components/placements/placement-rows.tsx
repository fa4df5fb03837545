/** The placements of a URL: a row each, with the values that its name suggests. */
import { Check } from 'lucide';
import type { Problems } from '../../lib/forms/validate-link.ts';
import type { Placement, PlacementSet } from '../../lib/placements/placements.ts';
import { formatNumber } from '../../lib/i18n/format.ts';
import { displayUrl } from '../../lib/i18n/truncate.ts';
import { t } from '../../lib/i18n/t.ts';
import { isolateLeftToRight } from '../../lib/text/isolate.ts';
import { Icon } from '../icon.tsx';
import { leftToRight, TextField } from '../link-options/field.tsx';
import { Rows } from '../link-options/rows.tsx';
import { ShortUrl } from '../short-url.tsx';
import { Destination } from './destination.tsx';

interface PlacementRowsProps {
  readonly set: PlacementSet;
  readonly empty: Placement;
  readonly problems: Problems;
  /** Something is typed in it. */
  readonly isStarted: (placement: Placement) => boolean;
  readonly sourceOf: (placement: Placement) => string;
  readonly suffixOf: (placement: Placement) => string;
  /** The domain of all links; empty for the service's default. */
  readonly domain: string;
  /** The whole alias of a placement; empty where the service chooses it. */
  readonly aliasOf: (placement: Placement) => string;
  /** The URL of a placement as it will be sent; empty for none. */
  readonly urlOf: (placement: Placement) => string;
  /** The short URL of a placement whose link is created already; empty for none. */
  readonly shortUrlOf: (placement: Placement) => string;
  /** The value that the URL or the form already has for the source parameter; `null` for none. */
  readonly replaced: string | null;
  readonly onChange: (fields: Partial<PlacementSet>) => void;
  /** @returns the row of the last pasted line; `null` where the text is pasted into the field as usual */
  readonly onPaste: (row: number, text: string) => number | null;
  /** Enter was pressed in a last row in which nothing is typed. */
  readonly onDone: () => void;
}

/** Of a row, and of its source or suffix. */
const fieldId = /^places-(\d+)(-source|-suffix|)$/u;

/** In characters: together as wide as their column. */
const maxLengths = { start: 32, value: 24, rest: 8 };

/** As in a spreadsheet: to the row below. */
function enter(event: KeyboardEvent, { set, empty, isStarted, onChange, onDone }: PlacementRowsProps): void {
  const [, row, column = ''] = (event.target instanceof HTMLElement && fieldId.exec(event.target.id)) || [];
  if (event.key !== 'Enter' || event.isComposing || row === undefined) return;
  event.preventDefault();
  const next = Number(row) + 1;
  const last = set.places[Number(row)];
  if (next < set.places.length) document.getElementById(`places-${next}${column}`)?.focus();
  else if (!last || !isStarted(last)) onDone();
  else {
    onChange({ places: [...set.places, empty] });
    requestAnimationFrame(() => document.getElementById(`places-${next}`)?.focus());
  }
}

export function PlacementRows(props: PlacementRowsProps) {
  const { set, problems, replaced, onChange } = props;

  function paste(event: ClipboardEvent): void {
    const { target } = event;
    const row = target instanceof HTMLElement ? /^places-(\d+)$/u.exec(target.id)?.[1] : undefined;
    if (row === undefined) return;
    const last = props.onPaste(Number(row), event.clipboardData?.getData('text/plain') ?? '');
    if (last === null) return;
    event.preventDefault();
    // The pasted rows exist only after the next render.
    requestAnimationFrame(() => document.getElementById(`places-${last}`)?.focus());
  }

  return (
    <div class="places" onPaste={paste} onKeyDown={(event) => enter(event, props)}>
      <TextField
        id="places-parameter"
        label={t('sourceParameter')}
        problem={problems['parameter']}
        hint={
          replaced === null
            ? undefined
            : t(
                'placementsReplace',
                isolateLeftToRight(set.parameter.trim()),
                isolateLeftToRight(replaced),
                t('sourceParameter'),
              )
        }
        value={set.parameter}
        onType={(parameter) => onChange({ parameter })}
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
        rows={set.places}
        empty={props.empty}
        nameOf={(number) => t('placementRow', number)}
        add={t('addPlacement')}
        onChange={(places) => onChange({ places })}
      >
        {(placement, index, name, change) => (
          <PlacementFields {...props} placement={placement} index={index} name={name} onChange={change} />
        )}
      </Rows>
      <p class="hint">{t('placementsPasteHint')}</p>
    </div>
  );
}

interface PlacementFieldsProps extends Pick<
  PlacementRowsProps,
  'set' | 'problems' | 'sourceOf' | 'suffixOf' | 'domain' | 'aliasOf' | 'urlOf' | 'shortUrlOf'
> {
  readonly placement: Placement;
  readonly index: number;
  readonly name: string;
  readonly onChange: (fields: Partial<Placement>) => void;
}

function PlacementFields({
  set,
  placement,
  index,
  name,
  problems,
  onChange,
  ...props
}: PlacementFieldsProps) {
  const number = formatNumber(index + 1);
  const alias = props.aliasOf(placement);
  const url = props.urlOf(placement);
  const shortUrl = props.shortUrlOf(placement);
  return (
    <>
      <TextField
        id={`places-${index}`}
        label={name}
        hint={shortUrl === '' ? undefined : t('notifyCreated', isolateLeftToRight(displayUrl(shortUrl)))}
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
        value={placement.source ?? props.sourceOf(placement)}
        onType={(source) => onChange({ source })}
        input={leftToRight}
      />
      <TextField
        id={`places-${index}-suffix`}
        label={t('placementSuffix', number)}
        hint={alias === '' ? undefined : t('placementAlias', alias)}
        problem={problems[`${index}.suffix`]}
        value={placement.suffix ?? props.suffixOf(placement)}
        onType={(suffix) => onChange({ suffix })}
        input={{ ...leftToRight, placeholder: t('aliasAutomatic') }}
      />
      <ToCome parameter={set.parameter} domain={props.domain} alias={alias} url={url} shortUrl={shortUrl} />
    </>
  );
}

interface ToComeProps {
  readonly parameter: string;
  readonly domain: string;
  readonly alias: string;
  readonly url: string;
  readonly shortUrl: string;
}

/** In a wide table: what the hints of the fields say. */
function ToCome({ parameter, domain, alias, url, shortUrl }: ToComeProps) {
  return (
    <p class="to-come" dir="ltr" aria-hidden="true">
      {shortUrl !== '' && (
        <span class="state good">
          <Icon of={Check} /> <ShortUrl url={shortUrl} class="place-link" />
        </span>
      )}
      {shortUrl === '' && (alias !== '' || url !== '') && (
        <LinkToCome domain={displayUrl(domain)} alias={alias} />
      )}
      {url !== '' && (
        <span class="hint">
          <Destination address={url} parameter={parameter} maxLengths={maxLengths} />
        </span>
      )}
    </p>
  );
}

function LinkToCome({ domain, alias }: Pick<ToComeProps, 'domain' | 'alias'>) {
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
