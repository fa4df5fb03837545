/** "Several places" on the link page: typed as rows, asked for as one, and told of in a table. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useHeldFocus } from '../../components/use-focus-restore.ts';
import { ChoiceField } from '../../components/link-options/field.tsx';
import { Section } from '../../components/link-options/section.tsx';
import { PlaceRows } from '../../components/placements/placement-rows.tsx';
import { PlaceTable } from '../../components/placements/placement-table.tsx';
import { wrongRows } from '../../lib/forms/validate-placements.ts';
import {
  aliasWith,
  isBegun,
  noPlace,
  sourceOf,
  suffixOf,
  tableFormats,
} from '../../lib/placements/placements.ts';
import { sayCount } from '../../lib/i18n/plural.ts';
import { say } from '../../lib/i18n/t.ts';
import { wholeTable, type Note, type PlacesModel, type Standing as Stands } from './placements-model.ts';
import { Standing } from './placement-status.tsx';

export interface PlacesProps {
  readonly model: PlacesModel;
}

/** Between two looks at the clock while something is under way, in ms. */
const tickMs = 250;

export function Places({ model }: PlacesProps) {
  const asked = model.batch.value !== null;
  /** Once something was asked for here, the rows come back unfolded. */
  const [wasAsked, setWasAsked] = useState(asked);
  if (asked && !wasAsked) setWasAsked(true);
  const counting = model.waiting.value.length > 0;
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => model.tick(), tickMs);
    return () => clearInterval(timer);
  }, [counting]);
  return asked ? <Asked model={model} /> : <Typed model={model} unfolded={wasAsked} />;
}

function Typed({ model, unfolded }: PlacesProps & { readonly unfolded: boolean }) {
  const { set, alias, problems, begun, ready, parts } = model;
  const wrong = wrongRows(problems.value);
  const { last } = parts;
  const count = begun.value.length;
  const begin = (places: Parameters<PlacesModel['begin']>[0]) => {
    model.begin(places);
    requestAnimationFrame(() => document.getElementById('places-0')?.focus());
  };
  return (
    <div class="options">
      <Section
        id="several-places"
        name={say('severalPlaces')}
        filled={count}
        wrong={wrong.length}
        unfolded={unfolded}
      >
        <p class="hint">{say('severalPlacesHint')}</p>
        {set.value.places.length === 0 ? (
          <p class="acts">
            <button type="button" onClick={() => begin(null)}>
              {say('addPlace')}
            </button>
            {last && last.places.length > 0 && (
              <button type="button" onClick={() => begin(last)}>
                <bdi>{say('lastPlaces', last.places.map(({ name }) => name.trim()).join(', '))}</bdi>
              </button>
            )}
          </p>
        ) : (
          <PlaceRows
            set={set.value}
            empty={noPlace}
            problems={problems.value}
            sourceOf={sourceOf}
            suffixOf={(place) => suffixOf(place, alias.value)}
            aliasOf={(place) => (isBegun(place) ? aliasWith(alias.value, suffixOf(place, alias.value)) : '')}
            urlOf={model.urlOf}
            replaced={model.replaced.value}
            onChange={model.change}
            onPaste={model.paste}
          />
        )}
        <p class="acts">
          <button type="button" disabled={!ready.value} onClick={() => void model.shorten()}>
            {sayCount('shortenPlaces', count)}
          </button>
        </p>
        <p role="status" class="wrong">
          {wrong.length > 0 &&
            say('placesObstacle', wrong.map((row) => say('placeRow', String(row + 1))).join(', '))}{' '}
          {problems.value['places'] && say(problems.value['places'].says)}
        </p>
        <p role="status" class="told">
          <Told note={model.note.value} />
        </p>
      </Section>
    </div>
  );
}

function Asked({ model }: PlacesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { rows, waiting, format } = model;
  useEffect(() => heading.current?.focus(), []);
  useHeldFocus((id) =>
    id === ''
      ? heading.current
      : (document.querySelector<HTMLElement>(`tr[data-place="${id}"]`) ?? heading.current),
  );
  const header = [
    say('placeColumn'),
    say('shortLinkColumn'),
    say('addressColumn'),
    say('sourceColumn'),
  ] as const;
  return (
    <section aria-labelledby="places-heading" class="places-asked">
      <h2 id="places-heading" ref={heading} tabIndex={-1}>
        {say('severalPlaces')}
      </h2>
      {/* Without times, so that it is read out only when something has come of one. */}
      <p role="status" class="note">
        {progress(rows.value.map(({ standing }) => standing))}
      </p>
      <PlaceTable
        places={rows.value.map((row) => ({
          ...row.place,
          address: row.address,
          state: row.standing,
          children: <Standing model={model} row={row} />,
        }))}
      />
      <p class="acts">
        {waiting.value.length > 0 ? (
          <button type="button" onClick={() => void model.cancelWaiting()}>
            {say('cancelWaiting')}
          </button>
        ) : (
          <button type="button" onClick={() => model.leave()}>
            {say('changePlaces')}
          </button>
        )}
      </p>
      <div class="options copy-table">
        <ChoiceField
          id="table-format"
          label={say('tableFormat')}
          value={format.value}
          choices={tableFormats.map((name) => [name, say(formatNames[name])] as const)}
          onChoose={model.chooseFormat}
        />
        <button type="button" onClick={() => void model.copyTable(header)}>
          {say('copyTable')}
        </button>
      </div>
      <p role="status" class="told">
        <Told note={model.note.value} />
      </p>
    </section>
  );
}

const formatNames = { tabs: 'tableTabs', markdown: 'tableMarkdown', csv: 'tableCsv' } as const;

const counted = [
  ['made', 'placesMade'],
  ['refused', 'placesRefused'],
  ['cancelled', 'placesCancelled'],
  ['gone', 'placesGone'],
  ['waiting', 'jobsWait'],
  ['question', 'jobsAsk'],
] as const;

function progress(standings: readonly Stands[]): string {
  return counted
    .flatMap(([standing, words]) => {
      const count = standings.filter((one) => one === standing).length;
      return count > 0 ? sayCount(words, count) : [];
    })
    .join(' · ');
}

function Told({ note }: { readonly note: Note | null }) {
  switch (note?.name) {
    case undefined:
      return null;
    case 'copied':
      if (note.what === wholeTable) return <>{say('tableCopied')}</>;
      // Seen beside the link; here for who does not see.
      return <span class="unseen">{say('copied')}</span>;
    case 'copy-failed':
      return <>{say(note.what === wholeTable ? 'tableNotCopied' : 'notCopied')}</>;
    case 'given-up':
      return <>{sayCount('givenUp', note.count)}</>;
    case 'pasted':
      return <>{sayCount('placesPasted', note.count)}</>;
    case 'not-stored':
      return <>{say('storageFailing')}</>;
  }
}
