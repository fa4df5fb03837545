/** Parses the text of an import and validates its rows in the background of the page. */
import { parseTable } from '../../../lib/bulk/parse-table.ts';
import { validateRows } from '../../../lib/bulk/validate-rows.ts';
import type { ImportDeps, ImportState } from './import-state.ts';
import { toSharedOptions } from './import-options.ts';

/** Ms after the last keystroke. */
const parseDebounceMs = 300;

export type RowValidation = ReturnType<typeof createRowValidation>;

export function createRowValidation(deps: ImportDeps, state: ImportState, onParsed: () => void) {
  const { text, checking } = state;
  const validate = createValidate(deps, state);
  let lastRequest = 0;

  function parse(): void {
    const { separator, hasHeader } = state.options.peek();
    const whole = text.peek();
    state.parsedText.value = whole;
    const format = { separator, hasHeader, isTable: state.file.peek() !== '' };
    state.table.value = whole.trim() === '' ? null : parseTable(whole, format, deps.columnMatcher.isName);
    void validate();
    onParsed();
  }

  return {
    validate,

    parseNow(): void {
      lastRequest += 1;
      parse();
    },

    async parseDebounced(): Promise<void> {
      const request = ++lastRequest;
      // The validated rows no longer belong to the text.
      checking.value ??= 0;
      await deps.delay(parseDebounceMs);
      if (request === lastRequest) parse();
    },
  };
}

/** @returns validates all rows in batches; a validation that still runs is aborted */
function createValidate(deps: ImportDeps, state: ImportState): () => Promise<void> {
  const { table, checking, validatedRows, isMirrorUnread } = state;
  let current = new AbortController();

  return async () => {
    current.abort();
    const run = new AbortController();
    current = run;
    const parsed = table.peek();
    if (parsed === null) {
      validatedRows.value = null;
      checking.value = null;
      return;
    }
    checking.value = 0;
    isMirrorUnread.value = false;
    await validateRows(parsed.rows, validationContext(deps, state), {
      lists: deps.lists(),
      known: (address) =>
        deps.findExisting(address).catch(() => {
          if (current === run) isMirrorUnread.value = true;
          return [];
        }),
      delay: deps.delay,
      onProgress: (count) => {
        if (current === run) checking.value = count;
      },
      signal: run.signal,
    }).then(
      (rows) => {
        if (rows === null || current !== run) return;
        validatedRows.value = rows;
        checking.value = null;
      },
      () => {
        if (current === run) checking.value = null;
      },
    );
  };
}

function validationContext(deps: ImportDeps, { options, columns, table }: ImportState) {
  const { together } = options.peek();
  return {
    // All rows go into one new campaign, so a campaign column does not count.
    columns: columns.peek().map((field) => (together && field === 'campaign' ? null : field)),
    isList: table.peek()?.separator === 'list',
    forAll: toSharedOptions(options.peek(), deps),
    lint: deps.lint(),
    now: new Date(deps.now()),
    zone: deps.zone(),
  };
}
