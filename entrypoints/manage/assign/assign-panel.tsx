/** Below a campaign or a channel: chooses the items to assign to it, and shows their progress. */
import { CircleAlert, CircleX, X } from 'lucide';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { Checkbox } from '../../../components/checkbox.tsx';
import { Icon } from '../../../components/icon.tsx';
import { onEscape } from '../../../components/on-escape.ts';
import { SearchField } from '../../../components/search-field.tsx';
import { Select } from '../../../components/select.tsx';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import { channelItemTypes, type ChannelItemType } from '../../../lib/api/channels.ts';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { isJobActive, describeActiveJob } from '../../../lib/i18n/describe-job.ts';
import { formatWait } from '../../../lib/i18n/format-wait.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatNames } from '../../../lib/i18n/format-names.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ManageProps } from '../model.ts';
import type { Assignment } from './assign-commands.ts';
import { maxAtOnce, type AssignModel, type BlockingError } from './assign-model.ts';
import { maxMatches, type AssignableItem } from './find-assignable.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import type { JobView } from '../../../lib/views/job-view.ts';
import { estimateDuration } from '../../../lib/views/estimate-duration.ts';
import { isolate } from '../../../lib/text/isolate.ts';

interface AssignPanelProps extends ManageProps {
  readonly model: AssignModel;
  /** The campaign's or channel's name, short enough for a button. */
  readonly name: string;
  readonly isMain: boolean;
  readonly onClose: () => void;
}

export function AssignPanel({ model, page, name, isMain, onClose }: AssignPanelProps) {
  const { kind, to, type, pasted, blockingError, resolving } = model;
  const pasteId = `paste-${to.id}`;
  const links = type.value === 'links';
  const isNote = blockingError.value?.name === 'already';
  return (
    <div
      role="group"
      class="assign unfolded"
      data-focus-target={`assign-${to.id}`}
      aria-label={t('assignTo', name)}
      onKeyDown={onEscape(onClose)}
    >
      {kind === 'assign-channel' && <TypeChoice model={model} />}
      {links && <p class="hint">{t('assignExistingOnly', t('bulk'))}</p>}
      {kind === 'assign-campaign' && <p class="hint">{t('assignMoves')}</p>}
      <Search model={model} />
      <Picked model={model} />
      <label for={pasteId}>{t(links ? 'pasteLinks' : 'pasteIds')}</label>
      <textarea
        id={pasteId}
        dir="ltr"
        rows={2}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={blockingError.value !== null && 'pasted' in blockingError.value}
        aria-describedby={`${pasteId}-problem`}
        value={pasted.value}
        onInput={(event) => model.paste(event.currentTarget.value)}
      />
      <p id={`${pasteId}-problem`} class={isNote ? 'note' : 'problem'} aria-live="polite">
        {blockingError.value !== null && !isNote && <Icon of={CircleAlert} size={14} />}
        {blockingError.value !== null && describeBlockingError(blockingError.value, links, page.now.value)}
      </p>
      <p class="acts">
        <Button
          text={t('add')}
          class={isMain ? 'main' : undefined}
          aria-label={t('assignTo', name)}
          aria-disabled={resolving.value}
          onClick={() => void model.assign()}
        />
        <Button text={t('close')} class="quiet" aria-label={t('closeAssign', name)} onClick={onClose} />
        {resolving.value && <span role="status">{t('lookingUp')}</span>}
      </p>
      <Progress model={model} page={page} />
    </div>
  );
}

function describeBlockingError(blockingError: BlockingError, links: boolean, now: number): string {
  switch (blockingError.name) {
    case 'nothing':
      return t(links ? 'assignNothing' : 'assignNoItem');
    case 'already':
      return formatCount('assignAlready', blockingError.count);
    case 'too-many':
      return t('assignTooMany', formatNumber(maxAtOnce));
    case 'unknown':
      return t(links ? 'assignUnknown' : 'assignNoId', listPasted(blockingError.pasted));
    case 'ambiguous':
      return t('assignAmbiguous', listPasted(blockingError.pasted));
    case 'failed':
      return describeFailure(blockingError.failure, now).sentence;
  }
}

/** Pasted texts that a problem names; the others are counted. */
const maxListed = 5;
const listPasted = (pasted: readonly string[]): string => formatNames(pasted.map(isolate), maxListed);

const typeNames = {
  links: 'links',
  bio: 'itemBio',
  qr: 'itemQr',
} as const satisfies Record<ChannelItemType, string>;

function TypeChoice({ model }: Pick<AssignPanelProps, 'model'>) {
  const id = `assign-type-${model.to.id}`;
  return (
    <>
      <label for={id}>{t('type')}</label>
      <Select
        id={id}
        value={model.type.value}
        onChange={({ currentTarget }) => {
          const chosen = channelItemTypes.find((one) => one === currentTarget.value);
          if (chosen) model.choose(chosen);
        }}
      >
        {channelItemTypes.map((one) => (
          <option key={one} value={one}>
            {t(typeNames[one])}
          </option>
        ))}
      </Select>
    </>
  );
}

const searchLabels = {
  links: 'searchLinks',
  bio: 'searchBioPages',
  qr: 'searchQrCodes',
} as const satisfies Record<ChannelItemType, string>;

function Search({ model }: Pick<AssignPanelProps, 'model'>) {
  const { type, query, matches } = model;
  const id = `find-${model.to.id}`;
  return (
    <>
      <label for={id}>{t(searchLabels[type.value])}</label>
      <SearchField
        id={id}
        aria-describedby={`${id}-hint`}
        value={query.value}
        onSearch={(text) => model.search(text)}
      />
      <p id={`${id}-hint`} class="note" role="status">
        {matches.value === null
          ? type.value !== 'links' && t('findKnownHint')
          : matches.value.length === 0
            ? t('noMatches')
            : matches.value.length === maxMatches && formatCount('firstMatches', maxMatches)}
      </p>
      {matches.value !== null && matches.value.length > 0 && (
        <ul class="matches">
          {matches.value.map((one) => (
            <Match key={one.id} one={one} model={model} />
          ))}
        </ul>
      )}
    </>
  );
}

function Match({ one, model }: Pick<AssignPanelProps, 'model'> & { readonly one: AssignableItem }) {
  const blocked = model.isBlocked(one);
  const isAssigned = model.isAssigned(one);
  const from = isAssigned ? undefined : model.movedFrom(one);
  return (
    <li>
      <Checkbox
        label={
          <span>
            <ItemName item={one} />{' '}
            {isAssigned && <span class="pill">{t(blocked ? 'assignedMark' : 'assignedInCurtail')}</span>}
            {from !== undefined && <span class="pill">{t('inCampaignNow', isolate(from))}</span>}
          </span>
        }
        checked={blocked || model.picked.value.some((other) => other.id === one.id)}
        disabled={blocked}
        onChange={(isChecked) => (isChecked ? model.pick(one) : model.unpick(one.id))}
      />
    </li>
  );
}

const maxTitleLength = 60;
const maxAddressLength = 40;

function ItemName({ item }: { readonly item: AssignableItem }) {
  const { id, title, address } = item;
  return (
    <span>
      <bdi>
        {title === '' && address === '' ? (
          t('namedById', id)
        ) : (
          <TruncatedText text={title} length={maxTitleLength} />
        )}
      </bdi>
      {address !== '' && (
        <>
          {' '}
          <bdi dir="ltr" class="hint">
            <TruncatedText text={address} length={maxAddressLength} />
          </bdi>
        </>
      )}
    </span>
  );
}

function Picked({ model }: Pick<AssignPanelProps, 'model'>) {
  const { picked, to } = model;
  if (picked.value.length === 0) return null;
  return (
    <>
      <p id={`picked-${to.id}`}>{formatCount('selectedCount', picked.value.length)}</p>
      <ul class="picked" aria-labelledby={`picked-${to.id}`}>
        {picked.value.map((one) => {
          const name = one.title || one.address || t('namedById', one.id);
          return (
            <li key={one.id} class="chip">
              <bdi title={one.address}>{name}</bdi>
              <Button
                icon={X}
                size={14}
                aria-label={t('removeChoice', name)}
                onClick={() => model.unpick(one.id)}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

const describeReason = ({ failure }: Assignment, now: number): string =>
  failure === null ? t('failureCanceled') : describeFailure(failure, now).sentence;

function Progress({ model, page }: Pick<AssignPanelProps, 'model' | 'page'>) {
  const { all, done, failed } = model.counts.value;
  if (all === 0) return null;
  const added = t('assignedOf', formatNumber(done), formatNumber(all));
  const failures = model.assignments.value.filter(({ state }) => state === 'failed');
  return (
    <div class="progress">
      <p role="status">
        {failed > 0 ? t('assignedWithFailures', added, formatCount('failedCount', failed)) : added}
      </p>
      {[...model.moves.value].map(([name, count]) => (
        <p key={name} class="note">
          <bdi>{formatCount('assignMovedFrom', count, name)}</bdi>
        </p>
      ))}
      {done + failed < all && (
        <>
          <progress aria-label={t('assigning')} max={all} value={done + failed} />
          <Wait model={model} page={page} />
        </>
      )}
      {failures.length > 0 && (
        <Banner
          role="alert"
          tone="failure"
          icon={CircleX}
          actions={
            <Button text={t('tryAgain')} aria-label={t('retryAssign', model.to.name)} onClick={model.retry} />
          }
        >
          <ul>
            {failures.map((one) => (
              <li key={one.id}>
                <ItemName item={one.item} /> <p>{describeReason(one, page.now.value)}</p>
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  );
}

/** `null` where the next command waits for something else than its turn, or no other follows. */
function describePace(next: JobView, count: number, view: ActivityView | null, now: number): string | null {
  const total = estimateDuration(count, view?.meter ?? null, now);
  const left = (next.goesAt ?? 0) - now;
  const waitsForTurn = next.state === 'queued' && (next.waits === 'limit' || next.waits === null);
  if (total === null || !waitsForTurn || left <= 0 || count < 2 || (view?.blockReason ?? null) !== null)
    return null;
  return t('assignPace', formatWait(left), formatWait(total));
}

/** When the next command is sent, and how long all of them take; or the reason why it waits. */
function Wait({ model, page }: Pick<AssignPanelProps, 'model' | 'page'>) {
  const ids = new Set(model.assignments.value.filter(({ state }) => state === 'pending').map(({ id }) => id));
  const view = page.view.value;
  const jobs = (view?.jobs ?? []).filter((job) => ids.has(job.id) && isJobActive(job));
  const [next] = jobs.toSorted((one, other) => (one.goesAt ?? Infinity) - (other.goesAt ?? Infinity));
  if (next === undefined) return null;
  const now = page.now.value;
  return (
    <p class="note">
      {describePace(next, ids.size, view, now) ?? describeActiveJob(next, view?.blockReason ?? null, now)}
    </p>
  );
}
