/** An import while it is edited: its sources, its options, and the bulk that is started from it. */
import { computed, signal } from '@preact/signals';
import { optionNamed } from '../../../components/combobox/option-named.ts';
import { withColumn, type ColumnField } from '../../../lib/bulk/columns.ts';
import { maxTextLength, type Separator } from '../../../lib/bulk/parse-table.ts';
import type { DuplicatePolicy } from '../../../lib/bulk/validate-rows.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import { isEqual } from '../../../lib/draft/is-equal.ts';
import { createImportDraftStore } from './import-draft-store.ts';
import { linesBefore, readTextFile, tabsFormat, toLine, type TabRow } from './import-input.ts';
import {
  guessedFormat,
  initialOptions,
  optionsFromDraft,
  selectAutoPreset,
  selectPreset,
  withCurrentDefaults,
  type ImportContent,
  type ImportOptions,
  type PresetOptions,
} from './import-options.ts';
import { ImportState, type PreviewFilter } from './import-state.ts';
import { addMissingRecords, BulkStarter } from './start-bulk.ts';
import {
  unmatchedFields,
  withoutNames,
  type CreatableField,
  type UnmatchedField,
} from './unmatched-names.ts';

const listNames = { campaign: 'campaigns', channel: 'channels', pixels: 'pixels' } as const;

export class ImportModel extends ImportState {
  readonly #drafts = createImportDraftStore(this.deps, this);
  /** Only the newest text counts: a file may be read late. */
  #texts = 0;
  /** What "Start over" has removed. */
  readonly #removed = signal<ImportContent | null>(null);
  /** Not while another text is there, which it would replace. */
  readonly canUndo = computed(() => this.#removed.value !== null && this.text.value === '');

  readonly #starter = new BulkStarter(this.deps, this, {
    onCreated: (field, record) => {
      // Another name may have been typed, or a record chosen, while it was created.
      if (this.#nameIn(field) === record.name) this.#choose(field, record);
    },
    onStored: () => this.#clear(),
  });
  readonly start = () => this.#starter.start();

  protected override parse(): void {
    super.parse();
    void this.#drafts.saveDebounced();
  }

  /** Restores the draft that an earlier page has stored, unless something was typed meanwhile. */
  async open(): Promise<void> {
    const draft = await this.#drafts.load();
    if (draft === 'unreadable') this.notice.value = { name: 'draft-not-read' };
    if (this.text.peek() !== '') this.storeNow();
    else if (draft !== null && draft !== 'unreadable') {
      this.text.value = draft.text;
      this.file.value = draft.file;
      this.options.value = withCurrentDefaults(optionsFromDraft(draft, this.deps), this.deps);
      this.parseNow();
    }
    this.chooseListed();
  }

  /** The tab may be closed next. */
  readonly storeNow = (): void => {
    if (this.parsedText.peek() !== this.text.peek()) this.parseNow();
    this.#drafts.saveNow();
  };

  /** @param isWhole it was pasted or dropped in one piece */
  type(typed: string, isWhole = false): void {
    // Each line of tabs has one: another text has replaced them.
    const isOther = this.options.peek().isTabs && !typed.includes('\t');
    this.#replaceText('', typed, isOther ? guessedFormat : {});
    if (isWhole) return this.storeNow();
    this.#drafts.prepare();
    void this.parseDebounced();
  }

  /** The format is guessed again: that of the previous text need not fit this one. */
  loadText(name: string, content: string, own: Partial<ImportOptions> = guessedFormat): void {
    this.#replaceText(name, content, own);
    this.filter.value = 'all';
    this.parseNow();
    this.#drafts.saveNow();
  }

  async loadFile(chosen: Pick<File, 'name' | 'size' | 'arrayBuffer'>): Promise<void> {
    if (chosen.size > maxTextLength) {
      this.notice.value = { name: 'too-large' };
      return;
    }
    const number = ++this.#texts;
    const content = await readTextFile(chosen);
    if (number !== this.#texts) return;
    if (content === null) this.notice.value = { name: 'not-readable' };
    else this.loadText(chosen.name, content);
  }

  loadTabs(tabs: readonly TabRow[], skipped: number): void {
    this.loadText('', [...linesBefore(this), ...tabs.map(toLine)].join('\n'), tabsFormat);
    this.notice.value = { name: 'tabs', added: tabs.length, skipped };
  }

  #replaceText(name: string, content: string, own: Partial<ImportOptions>): void {
    this.#texts++;
    this.file.value = name;
    this.text.value = content;
    this.notice.value = null;
    this.options.value = { ...this.options.peek(), ...own };
  }

  #clear(): void {
    this.#removed.value = null;
    this.filter.value = 'all';
    this.options.value = initialOptions(this.deps);
    this.type('', true);
  }

  readonly startOver = (): void => {
    const content = { text: this.text.peek(), file: this.file.peek(), options: this.options.peek() };
    this.#clear();
    this.#removed.value = content;
  };

  readonly undoStartOver = (): void => {
    const content = this.#removed.peek();
    if (content === null || this.text.peek() !== '') return;
    this.#removed.value = null;
    this.loadText(content.file, content.text, withCurrentDefaults(content.options, this.deps));
  };

  readonly setFilter = (filter: PreviewFilter): void => {
    this.filter.value = filter;
    this.page.value = 0;
  };

  readonly goToPage = (page: number): void => {
    this.page.value = page;
  };

  /** Call after the lists of the account have changed. */
  revalidate(): void {
    if (this.table.peek() !== null && !this.busy.peek()) void this.validate();
  }

  async addMissing(): Promise<void> {
    if (this.busy.peek()) return;
    await addMissingRecords(this.deps, this);
    void this.validate();
  }

  #change(fields: Partial<ImportOptions>): void {
    this.options.value = { ...this.options.peek(), ...fields };
    void this.#drafts.saveDebounced();
  }

  #changeFormat(fields: Partial<ImportOptions>): void {
    this.#change(fields);
    this.parseNow();
  }

  #changeRows(fields: Partial<ImportOptions>): void {
    this.#change(fields);
    void this.validate();
  }

  readonly chooseSeparator = (separator: Separator): void => this.#changeFormat({ separator, columns: null });
  readonly chooseHeader = (hasHeader: boolean): void => this.#changeFormat({ hasHeader });

  readonly useSuffixesAsAliases = (): void => {
    const found = this.aliasSuffixes.peek();
    if (found !== null) this.#changeFormat({ separator: found.separator, columns: ['address', 'alias'] });
  };

  chooseColumn(index: number, field: ColumnField | null): void {
    this.#changeRows({ columns: [...withColumn(this.columns.peek(), index, field)] });
  }

  /** Options of every row whose own cells don't set them. A choice replaces the name that was typed into its picker. */
  readonly chooseSharedOptions = (
    fields: Partial<Pick<ImportOptions, keyof PresetOptions | 'cleanUp' | 'replacesParameters'>>,
  ): void => this.#changeRows({ ...fields, unmatched: withoutNames(this.options.peek().unmatched, fields) });

  /** Call after the defaults in the settings may have changed. */
  followDefaults(): void {
    const followed = withCurrentDefaults(this.options.peek(), this.deps);
    // What is being started stays as it was reviewed.
    if (this.busy.peek() || isEqual(followed, this.options.peek())) return;
    this.#change(followed);
    if (this.table.peek() !== null) void this.validate();
  }

  choosePreset(id: string | null): void {
    this.#changeRows(selectPreset(this.options.peek(), id, this.deps));
  }

  chooseAutoPreset(): void {
    this.#changeRows(selectAutoPreset(this.options.peek(), this.deps));
  }

  chooseDuplicatePolicy(fields: Partial<DuplicatePolicy>): void {
    this.#change(fields);
  }

  chooseOneCampaign(fields: Partial<Pick<ImportOptions, 'together' | 'campaignName' | 'slug'>>): void {
    this.#change(fields);
    if (fields.together !== undefined) void this.validate();
  }

  // Names typed into the pickers for all rows that the account lacks. A name stays until it is chosen or removed, or is to
  // be created with the links, and no bulk starts before that: its links would lack the campaign for good.

  /** A picker was left with this text. */
  keepName(field: UnmatchedField, name: string): void {
    if (name === this.#nameIn(field)) return;
    const listed = optionNamed(this.deps.lists()[listNames[field]], name);
    if (listed) this.#choose(field, listed);
    else this.#changeRows(this.#withName(field, name));
  }

  /** The record is created when the bulk starts. It replaces the choice. */
  createNamed(field: CreatableField, name: string): void {
    const { unmatched, toCreate } = this.#withName(field, name);
    this.#changeRows({ unmatched, toCreate: [...toCreate, field], [field]: null });
  }

  /** Chooses the records that the account has by now. */
  chooseListed(): void {
    for (const field of unmatchedFields) {
      const listed = optionNamed(this.deps.lists()[listNames[field]], this.#nameIn(field));
      if (listed) this.#choose(field, listed);
    }
  }

  #nameIn(field: UnmatchedField): string {
    return this.options.peek().unmatched[field];
  }

  #withName(field: UnmatchedField, name: string): Pick<ImportOptions, 'unmatched' | 'toCreate'> {
    const { unmatched, toCreate } = this.options.peek();
    return { unmatched: { ...unmatched, [field]: name }, toCreate: toCreate.filter((one) => one !== field) };
  }

  #choose(field: UnmatchedField, record: PickerOption): void {
    const others = this.options.peek().pixels.filter(({ id }) => id !== record.id);
    this.chooseSharedOptions(field === 'pixels' ? { pixels: [...others, record] } : { [field]: record });
  }
}
