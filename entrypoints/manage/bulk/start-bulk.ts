/** Turns the validated rows of an import into a stored bulk, and adds the records that its rows name. */
import type { NewRow } from '../../../lib/bulk/store/create-bulk.ts';
import { isSent, linkToAdd, type ReviewedRow, type RowDecision } from '../../../lib/bulk/validate-rows.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import type { EditCommand } from '../../../lib/outbox/commands.ts';
import { MessageError } from '../../../lib/messages/client.ts';
import { DatabaseUnavailable } from '../../../lib/mirror/database.ts';
import { isNameTooLong } from '../../../lib/text/name-length.ts';
import { NotConnected } from './bulk-repository.ts';
import { creatableFields, isToCreate, type CreatableField } from './unmatched-names.ts';
import type { ImportDeps, ImportNotice, ImportState } from './import-state.ts';
import { bulkNameOf, describeSkip, formatSourceName, type Source } from './labels.ts';

const addingKinds = { campaign: 'add-campaign', channel: 'add-channel' } as const;

interface NewRecord {
  readonly field: CreatableField;
  readonly name: string;
  readonly fields?: EditCommand['fields'];
}

/** @returns `null` when it was not added; the notice holds the reason */
async function addRecord(
  { submit }: ImportDeps,
  { notice }: ImportState,
  { field, name, fields }: NewRecord,
  needsId = true,
): Promise<PickerOption | null> {
  notice.value = { name: 'creating', what: name };
  const outcome = await submit({ kind: addingKinds[field], name, fields });
  const id = outcome.ok ? outcome.result?.id : null;
  const isAdded = outcome.ok && !(needsId && !id);
  notice.value = isAdded
    ? null
    : { name: 'not-added', what: name, failure: outcome.ok ? null : outcome.failure };
  return isAdded ? { id: id ?? '', name } : null;
}

/** Adds the campaigns and channels that the table names and the account lacks, one after the other. */
export async function addMissingRecords(deps: ImportDeps, state: ImportState): Promise<void> {
  const { notice, busy } = state;
  busy.value = true;
  const missing = state.missing.peek();
  let count = 0;
  for (const { kind: field, name } of missing) {
    // Without its id it is found in the account's list later.
    if ((await addRecord(deps, state, { field, name }, false)) === null) break;
    count += 1;
  }
  busy.value = false;
  if (count === missing.length) notice.value = { name: 'added', count };
}

interface StartEvents {
  /** A record whose name was typed for all rows has been created. */
  readonly onCreated: (field: CreatableField, record: PickerOption) => void;
  /** The bulk is on disk. */
  readonly onStored: () => void;
}

export class BulkStarter {
  readonly #deps: ImportDeps;
  readonly #state: ImportState;
  readonly #events: StartEvents;
  /** The campaign of a bulk that could not be stored: the next attempt uses it instead of adding another one. */
  #unused: { readonly key: string; readonly campaign: PickerOption } | null = null;

  constructor(deps: ImportDeps, state: ImportState, events: StartEvents) {
    this.#deps = deps;
    this.#state = state;
    this.#events = events;
  }

  /** @returns the id of the started bulk; `null` when it was not started; the notice holds the reason */
  async start(): Promise<string | null> {
    const { validatedRows, checking, busy, blockingName, notice } = this.#state;
    if (validatedRows.peek() === null || checking.peek() !== null || busy.peek()) return null;
    // The reason is shown beside the button.
    if (blockingName.peek() !== null) return null;
    busy.value = true;
    notice.value = null;
    try {
      return await this.#startChecked();
    } catch (error) {
      notice.value = noticeOf(error);
      return null;
    } finally {
      busy.value = false;
    }
  }

  async #startChecked(): Promise<string | null> {
    const { validatedRows, checking, decisions: decided, notice, text, file, options } = this.#state;
    // Finds links that were created since the review, so that none is created twice.
    await this.#state.validate();
    const rows = validatedRows.peek();
    // Edited meanwhile: what would be created has not been reviewed.
    if (rows === null || checking.peek() !== null) return null;
    const decisions = decided.peek();
    if (!decisions.some(isSent)) {
      notice.value = { name: 'no-rows-ready' };
      return null;
    }
    // What is typed or chosen while the records are added is another import.
    const reviewed = text.peek();
    const source = { file: file.peek(), options: options.peek() };
    const complete = await this.#createRecords(rows, decisions);
    const id = complete && (await this.#store(complete, decisions, source));
    if (id !== null && text.peek() === reviewed) this.#events.onStored();
    return id;
  }

  /**
   * Creates the campaign and the channel whose names were typed for all rows, if any link goes into them.
   *
   * @returns the rows with these records; `null` when one was not created
   */
  async #createRecords(
    rows: readonly ReviewedRow[],
    decisions: readonly RowDecision[],
  ): Promise<readonly ReviewedRow[] | null> {
    let complete = rows;
    for (const field of creatableFields) {
      const used = rows.find(({ link }, index) => isSent(decisions[index]) && isToCreate(link[field]));
      const named = used?.link[field] ?? null;
      const record = named && (await addRecord(this.#deps, this.#state, { field, name: named.name }));
      if (named !== null && record === null) return null;
      if (record !== null) this.#events.onCreated(field, record);
      complete = complete.map((row) =>
        isToCreate(row.link[field]) ? { ...row, link: { ...row.link, [field]: record } } : row,
      );
    }
    return complete;
  }

  async #store(
    rows: readonly ReviewedRow[],
    decisions: readonly RowDecision[],
    source: Source,
  ): Promise<string | null> {
    const { newId, now, repository } = this.#deps;
    const { together, campaignName, slug } = source.options;
    const typed = campaignName.trim() || formatSourceName(rows, source);
    const campaign = together ? await this.#addCampaign(typed, slug.trim()) : null;
    if (together && campaign === null) return null;
    const id = newId();
    await repository.create({
      id,
      ...(campaign === null ? bulkNameOf(rows, source) : { name: campaign.name }),
      at: now(),
      rows: rows.map((row, index) => toNewRow(row, decisions[index] ?? 'problem', campaign)),
      rotatorCampaign: campaign,
      newId,
    });
    this.#unused = null;
    return id;
  }

  /** Adds the campaign whose URL stands for all links of the bulk. */
  async #addCampaign(name: string, slug: string): Promise<PickerOption | null> {
    if (isNameTooLong(name)) {
      this.#state.notice.value = { name: 'name-too-long' };
      return null;
    }
    const fields = { public: true, ...(slug !== '' && { slug }) };
    const key = JSON.stringify([name, fields]);
    if (this.#unused?.key === key) return this.#unused.campaign;
    const campaign = await addRecord(this.#deps, this.#state, { field: 'campaign', name, fields });
    this.#unused = campaign && { key, campaign };
    return campaign;
  }
}

function noticeOf(error: unknown): ImportNotice {
  if (error instanceof NotConnected) return { name: 'not-started', failure: { kind: 'not-connected' } };
  const isStorage =
    error instanceof DOMException ||
    error instanceof DatabaseUnavailable ||
    // The background stores first that a bulk is about to be stored.
    error instanceof MessageError;
  return isStorage ? { name: 'not-stored' } : { name: 'not-started', failure: { kind: 'internal' } };
}

function toNewRow(row: ReviewedRow, decision: RowDecision, campaign: PickerOption | null): NewRow {
  const link = campaign === null ? row.link : { ...row.link, campaign };
  if (decision === 'go') return { link, leftOut: null };
  const existing = decision === 'add' ? linkToAdd(row) : null;
  if (existing)
    return { link, leftOut: null, existing: { ...existing, errorText: describeSkip(row, decision) } };
  const shortUrl = decision === 'exists' ? (row.exists?.shortUrl ?? null) : null;
  const duplicate = decision === 'twice' && row.twiceOf !== null && { duplicateOf: row.twiceOf };
  return { link, leftOut: { errorText: describeSkip(row, decision), shortUrl, ...duplicate } };
}
