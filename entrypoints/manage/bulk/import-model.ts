/** An import while it is edited: text or file → table → columns → validated rows → a started bulk. */
import { computed, signal } from '@preact/signals';
import { isEqual } from '../../../lib/draft/is-equal.ts';
import { withColumn, type ColumnField } from '../../../lib/bulk/columns.ts';
import type { Separator } from '../../../lib/bulk/parse-table.ts';
import type { DuplicatePolicy } from '../../../lib/bulk/validate-rows.ts';
import { withoutNames, type CreatableField } from './unmatched-names.ts';
import { createImportState, type ImportDeps, type PreviewFilter, type ImportState } from './import-state.ts';
import { createImportDraftStore } from './import-draft-store.ts';
import {
  initialOptions,
  selectAutoPreset,
  selectPreset,
  withCurrentDefaults,
  type ImportContent,
  type ImportOptions,
  type PresetOptions,
} from './import-options.ts';
import { createImportInput } from './import-input.ts';
import { createRowValidation, type RowValidation } from './import-validation.ts';
import { addMissingRecords, createBulkStarter } from './start-bulk.ts';
import { createUnmatchedNames } from './unmatched-name-actions.ts';

type SharedOptionChange = Partial<
  Pick<ImportOptions, keyof PresetOptions | 'cleanUp' | 'replacesParameters'>
>;

export type ImportModel = ReturnType<typeof createImportModel>;

export function createImportModel(deps: ImportDeps) {
  const state = createImportState(deps.columnMatcher, initialOptions(deps));
  const drafts = createImportDraftStore(deps, state);
  const validation = createRowValidation(deps, state, () => void drafts.saveDebounced());

  const input = createImportInput(state, drafts, validation, deps);
  const change: ChangeOptions = (fields) => {
    state.options.value = { ...state.options.peek(), ...fields };
    void drafts.saveDebounced();
  };
  const optionActions = createOptionActions(deps, state, validation.validate, change);
  const unmatchedNames = createUnmatchedNames(deps, state, optionActions);
  const { clear, ...startingOver } = createStartOver(deps, state, input);

  return {
    ...state,
    ...input,
    ...createFormatActions(state, validation, change),
    ...optionActions,
    ...unmatchedNames,
    ...startingOver,

    async open(): Promise<void> {
      await input.open();
      unmatchedNames.chooseListed();
    },

    setFilter(filter: PreviewFilter): void {
      state.filter.value = filter;
    },

    /** Call after the lists of the account have changed. */
    revalidate(): void {
      if (state.table.peek() !== null && !state.busy.peek()) void validation.validate();
    },

    async addMissing(): Promise<void> {
      if (state.busy.peek()) return;
      await addMissingRecords(deps, state);
      void validation.validate();
    },

    start: createBulkStarter(deps, state, {
      validate: validation.validate,
      chooseCreated: unmatchedNames.chooseCreated,
      onStored: clear,
    }),
  };
}

/** Empties an import, and brings back the one that was emptied last. */
function createStartOver(
  deps: ImportDeps,
  state: ImportState,
  { type, loadText }: Pick<ReturnType<typeof createImportInput>, 'type' | 'loadText'>,
) {
  const { text, file, options, filter } = state;
  const removed = signal<ImportContent | null>(null);

  function clear(): void {
    removed.value = null;
    filter.value = 'all';
    options.value = initialOptions(deps);
    type('', true);
  }

  return {
    clear,
    /** Not while another text is there, which it would replace. */
    canUndo: computed(() => removed.value !== null && text.value === ''),

    startOver(): void {
      const content = { text: text.peek(), file: file.peek(), options: options.peek() };
      clear();
      removed.value = content;
    },

    undoStartOver(): void {
      const content = removed.peek();
      if (content === null || text.peek() !== '') return;
      removed.value = null;
      loadText(content.file, content.text, withCurrentDefaults(content.options, deps));
    },
  };
}

type ChangeOptions = (fields: Partial<ImportOptions>) => void;

/** How the text is read as a table. */
function createFormatActions(
  { columns, aliasSuffixes }: ImportState,
  { validate, parseNow }: RowValidation,
  change: ChangeOptions,
) {
  return {
    chooseSeparator(separator: Separator): void {
      change({ separator, columns: null });
      parseNow();
    },

    useSuffixesAsAliases(): void {
      const found = aliasSuffixes.peek();
      if (found === null) return;
      change({ separator: found.separator, columns: ['address', 'alias'] });
      parseNow();
    },

    chooseHeader(hasHeader: boolean): void {
      change({ hasHeader });
      parseNow();
    },

    chooseColumn(index: number, field: ColumnField | null): void {
      change({ columns: [...withColumn(columns.peek(), index, field)] });
      void validate();
    },
  };
}

function createOptionActions(
  deps: ImportDeps,
  { options, table, busy }: ImportState,
  validate: RowValidation['validate'],
  change: ChangeOptions,
) {
  const changeRows: ChangeOptions = (fields) => {
    change(fields);
    void validate();
  };

  return {
    /** Options of every row whose own cells don't set them. A choice replaces the name that was typed into its picker. */
    chooseSharedOptions: (fields: SharedOptionChange): void =>
      changeRows({ ...fields, unmatched: withoutNames(options.peek().unmatched, fields) }),

    changeNames: (fields: Partial<Pick<ImportOptions, 'unmatched' | 'toCreate' | CreatableField>>): void =>
      changeRows(fields),

    /** Call after the defaults in the settings may have changed. */
    followDefaults(): void {
      const followed = withCurrentDefaults(options.peek(), deps);
      // What is being started stays as it was reviewed.
      if (busy.peek() || isEqual(followed, options.peek())) return;
      change(followed);
      if (table.peek() !== null) void validate();
    },

    choosePreset: (id: string | null): void => changeRows(selectPreset(options.peek(), id, deps)),
    chooseAutoPreset: (): void => changeRows(selectAutoPreset(options.peek(), deps)),
    chooseDuplicatePolicy: (fields: Partial<DuplicatePolicy>): void => change(fields),

    chooseOneCampaign(fields: Partial<Pick<ImportOptions, 'together' | 'campaignName' | 'slug'>>): void {
      change(fields);
      if (fields.together !== undefined) void validate();
    },
  };
}
