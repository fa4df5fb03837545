/** Turns the validated rows of an import into a stored bulk, and adds the records that its rows name. */
import type { NewRow } from '../../../lib/bulk/store/create-bulk.ts';
import type { ReviewedRow, RowDecision } from '../../../lib/bulk/validate-rows.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import type { EditCommand } from '../../../lib/outbox/commands.ts';
import { MessageError } from '../../../lib/messages/client.ts';
import { DatabaseUnavailable } from '../../../lib/mirror/database.ts';
import { isNameTooLong } from '../../../lib/text/name-length.ts';
import { NotConnected } from './bulk-repository.ts';
import { creatableFields, isToCreate, type CreatableField } from './unmatched-names.ts';
import type { ImportDeps, ImportNotice, ImportState } from './import-state.ts';
import { describeSkip, formatBulkName } from './labels.ts';

const addingKinds = { campaign: 'add-campaign', channel: 'add-channel' } as const;

interface NewRecord {
  readonly field: CreatableField;
  readonly name: string;
  readonly fields?: EditCommand['fields'];
}

/** @returns `null` when it was not added; the notice holds the reason */
async function addRecord(
  { submit }: Pick<ImportDeps, 'submit'>,
  { notice }: Pick<ImportState, 'notice'>,
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

interface StartActions {
  /** Finds links that were created since the review, so that none is created twice. */
  readonly validate: () => Promise<void>;
  /** A record whose name was typed for all rows has been created. */
  readonly chooseCreated: (field: CreatableField, record: PickerOption) => void;
  /** The bulk is on disk. */
  readonly onStored: () => void;
}

/** @returns starts the bulk and returns its id; `null` when it was not started; the notice holds the reason */
export function createBulkStarter(
  deps: ImportDeps,
  state: ImportState,
  { validate, chooseCreated, onStored }: StartActions,
): () => Promise<string | null> {
  const { notice, busy } = state;
  const createRecords = createRecordCreator(deps, state, chooseCreated);
  const storeBulk = createBulkStorage(deps, state, onStored);

  async function startChecked(): Promise<string | null> {
    await validate();
    const rows = state.validatedRows.peek();
    // Edited meanwhile: what would be created has not been reviewed.
    if (rows === null || state.checking.peek() !== null) return null;
    const decisions = state.decisions.peek();
    if (!decisions.includes('go')) {
      notice.value = { name: 'no-rows-ready' };
      return null;
    }
    const source = state.text.peek();
    const complete = await createRecords(rows, decisions);
    return complete && storeBulk(complete, decisions, source);
  }

  return async () => {
    if (state.validatedRows.peek() === null || state.checking.peek() !== null || busy.peek()) return null;
    // The reason is shown beside the button.
    if (state.blockingName.peek() !== null) return null;
    busy.value = true;
    notice.value = null;
    try {
      return await startChecked();
    } catch (error) {
      notice.value = noticeOf(error);
      return null;
    } finally {
      busy.value = false;
    }
  };
}

/**
 * Creates the campaign and the channel whose names were typed for all rows, if any link goes into them.
 *
 * @returns the rows with these records; `null` when one was not created
 */
function createRecordCreator(
  deps: ImportDeps,
  state: ImportState,
  chooseCreated: StartActions['chooseCreated'],
) {
  return async (
    rows: readonly ReviewedRow[],
    decisions: readonly RowDecision[],
  ): Promise<readonly ReviewedRow[] | null> => {
    let complete = rows;
    for (const field of creatableFields) {
      const used = rows.find(({ link }, index) => decisions[index] === 'go' && isToCreate(link[field]));
      const named = used?.link[field] ?? null;
      const record = named && (await addRecord(deps, state, { field, name: named.name }));
      if (named !== null && record === null) return null;
      if (record !== null) chooseCreated(field, record);
      complete = complete.map((row) =>
        isToCreate(row.link[field]) ? { ...row, link: { ...row.link, [field]: record } } : row,
      );
    }
    return complete;
  };
}

function createBulkStorage(deps: ImportDeps, state: ImportState, onStored: () => void) {
  const { options, notice, file, text } = state;
  const campaigns = createCampaignAdder(deps, state);

  /** @param source the text that the rows come from */
  return async (
    rows: readonly ReviewedRow[],
    decisions: readonly RowDecision[],
    source: string,
  ): Promise<string | null> => {
    const { together, campaignName, slug } = options.peek();
    const content = { file: file.peek(), options: options.peek() };
    const name = (together && campaignName.trim()) || formatBulkName(rows, content);
    if (together && isNameTooLong(name)) {
      notice.value = { name: 'name-too-long' };
      return null;
    }
    notice.value = null;
    const campaign = together ? await campaigns.add(name, slug.trim()) : null;
    if (together && campaign === null) return null;
    const id = deps.newId();
    await deps.repository.create({
      id,
      name,
      at: deps.now(),
      rows: rows.map((row, index) => toNewRow(row, decisions[index] ?? 'problem', campaign)),
      rotatorCampaign: campaign,
      newId: deps.newId,
    });
    campaigns.forget();
    // What was typed while the records were added is another import.
    if (text.peek() === source) onStored();
    return id;
  };
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

/** Adds the campaign whose URL stands for all links of a bulk. */
function createCampaignAdder(deps: ImportDeps, state: ImportState) {
  /** Its bulk could not be stored: the next attempt uses it instead of adding another one. */
  let unused: { readonly key: string; readonly campaign: PickerOption } | null = null;

  return {
    async add(name: string, slug: string): Promise<PickerOption | null> {
      const fields = { public: true, ...(slug !== '' && { slug }) };
      const key = JSON.stringify([name, fields]);
      if (unused?.key === key) return unused.campaign;
      const campaign = await addRecord(deps, state, { field: 'campaign', name, fields });
      unused = campaign && { key, campaign };
      return campaign;
    },

    /** Call when a bulk uses the campaign. */
    forget(): void {
      unused = null;
    },
  };
}

function toNewRow(row: ReviewedRow, decision: RowDecision, campaign: PickerOption | null): NewRow {
  const link = campaign === null ? row.link : { ...row.link, campaign };
  if (decision === 'go') return { link, leftOut: null };
  const shortUrl = decision === 'exists' ? (row.exists?.shortUrl ?? null) : null;
  return { link, leftOut: { errorText: describeSkip(row, decision), shortUrl } };
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
