/** The places that an address gets links for: a row each, with what its name proposes. */
import type { Problems } from '../../lib/forms/validate-link.ts';
import type { Placement, PlacementSet } from '../../lib/placements/placements.ts';
import { t } from '../../lib/i18n/t.ts';
import { leftToRight, TextField } from '../link-options/field.tsx';
import { Rows } from '../link-options/rows.tsx';

export interface PlacementRowsProps {
  readonly set: PlacementSet;
  readonly empty: Placement;
  readonly problems: Problems;
  readonly sourceOf: (place: Placement) => string;
  readonly suffixOf: (place: Placement) => string;
  /** The whole alias of a place; empty where the service chooses it. */
  readonly aliasOf: (place: Placement) => string;
  /** The URL of a place as it will be sent; empty as long as there is none. */
  readonly urlOf: (place: Placement) => string;
  /** What the destination or the form has for the source parameter already; `null` where there is nothing. */
  readonly replaced: string | null;
  readonly onChange: (fields: Partial<PlacementSet>) => void;
  /** The row in which the pasted text has ended; `null` where the field may have it as it is. */
  readonly onPaste: (row: number, text: string) => number | null;
}

/** Parameter names and URLs run from left to right in every language, whatever their first strong letter is. */
const isolateLeftToRight = (text: string): string => `\u2066${text}\u2069`;

export function PlacementRows(props: PlacementRowsProps) {
  const { set, problems, sourceOf, suffixOf, aliasOf, urlOf, replaced, onChange } = props;

  function paste(event: ClipboardEvent): void {
    const { target } = event;
    const row = target instanceof HTMLElement ? /^places-(\d+)$/u.exec(target.id)?.[1] : undefined;
    if (row === undefined) return;
    const last = props.onPaste(Number(row), event.clipboardData?.getData('text/plain') ?? '');
    if (last === null) return;
    event.preventDefault();
    // Once the rows are drawn.
    requestAnimationFrame(() => document.getElementById(`places-${last}`)?.focus());
  }

  return (
    <div class="places" onPaste={paste}>
      <TextField
        id="places-parameter"
        label={t('sourceParameter')}
        problem={problems['parameter']}
        hint={
          replaced === null
            ? undefined
            : t(
                'placesReplace',
                isolateLeftToRight(set.parameter.trim()),
                isolateLeftToRight(replaced),
                t('sourceParameter'),
              )
        }
        value={set.parameter}
        onType={(parameter) => onChange({ parameter })}
        input={leftToRight}
      />
      <Rows
        id="places"
        rows={set.places}
        empty={props.empty}
        nameOf={(number) => t('placeRow', number)}
        add={t('addPlace')}
        onChange={(places) => onChange({ places })}
      >
        {(place, at, name, change) => {
          const number = String(at + 1);
          const alias = aliasOf(place);
          const url = urlOf(place);
          return (
            <>
              <TextField
                id={`places-${at}`}
                label={name}
                problem={problems[`${at}.name`]}
                value={place.name}
                onType={(typed) => change({ name: typed })}
                input={{ dir: 'auto' }}
              />
              <TextField
                id={`places-${at}-source`}
                label={t('placeSource', number)}
                hint={url === '' ? undefined : `${t('leadsTo')} ${isolateLeftToRight(url)}`}
                problem={problems[`${at}.source`]}
                value={place.source ?? sourceOf(place)}
                onType={(source) => change({ source })}
                input={leftToRight}
              />
              <TextField
                id={`places-${at}-suffix`}
                label={t('placeSuffix', number)}
                hint={alias === '' ? undefined : t('placeAlias', alias)}
                problem={problems[`${at}.suffix`]}
                value={place.suffix ?? suffixOf(place)}
                onType={(suffix) => change({ suffix })}
                input={{ ...leftToRight, placeholder: t('aliasHint') }}
              />
            </>
          );
        }}
      </Rows>
      <p class="hint">{t('placesPasteHint')}</p>
    </div>
  );
}
