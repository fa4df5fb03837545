/** What the popup knows of the batches of an account, as the account changes. */
import { act } from 'preact/test-utils';
import { expect, it, vi } from 'vitest';
import { draw, root } from '../../../support/dom.ts';
import { fullView } from '../../../support/sample-views.ts';
import { openPopup } from '../open-popup.ts';
import type { BulkSummary } from '../../../../lib/mirror/summarize-bulks.ts';
import type { PopupModel } from '../../../../entrypoints/popup/model.ts';

const counts = vi.hoisted(() => new Map<string, (summary: BulkSummary) => void>());
vi.mock('../../../../lib/browser/native.ts', () => ({ native: {} }));
vi.mock('../../../../lib/mirror/summarize-bulks.ts', async (load) => ({
  ...(await load<object>()),
  summarizeBulks: (scope: string) => new Promise((resolve) => counts.set(scope, resolve)),
}));
const { emptyBulkSummary } = await import('../../../../lib/mirror/summarize-bulks.ts');
const { useBulkSummary } = await import('../../../../entrypoints/popup/status/bulk-summary.ts');

const Shown = ({ model }: { readonly model: PopupModel }) => <p>{useBulkSummary(model).waiting}</p>;

it('an earlier account that is counted for longer does not replace the current one’s', async () => {
  const { model } = openPopup({ view: fullView({ scope: 'first' }) });
  await draw(<Shown model={model} />);
  await act(() => void (model.view.value = fullView({ scope: 'second' })));
  await act(async () => counts.get('second')?.({ ...emptyBulkSummary, waiting: 2 }));
  await act(async () => counts.get('first')?.({ ...emptyBulkSummary, waiting: 1 }));
  expect(root.textContent).toBe('2');
});
