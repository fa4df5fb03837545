/** Renders the link form in the popup and on the link page, with all parts loaded. */
import { signal } from '@preact/signals';
import { beforeEach, vi } from 'vitest';
import { draw, settle } from '../../support/dom.ts';
import type { PopupView } from '../../../lib/views/popup-view.ts';
import type { PopupModel } from '../../../entrypoints/popup/model.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import { draft } from '../../support/samples.ts';
import { speak } from '../../support/speak.ts';
import { fullView } from '../../support/sample-views.ts';
import { openPopup } from './open-popup.ts';

vi.mock('../../../lib/browser/native.ts', () => ({ native: {} }));

const deferred = await import('../../../entrypoints/popup/deferred.tsx');
export const parts = signal(deferred.parts);
const { Popup } = await import('../../../entrypoints/popup/popup.tsx');
const { Link, noPlacements } = await import('../../../entrypoints/link/link.tsx');
// Loaded ahead, so that a lazy import in a test resolves within `settle`, however busy the machine is.
await Promise.all([
  import('../../../components/combobox/open-combobox.tsx'),
  import('../../../entrypoints/popup/form/more-options.tsx'),
  import('../../../entrypoints/popup/form/create-record.ts'),
  import('../../../entrypoints/popup/form/new-pixel.tsx'),
  import('../../../entrypoints/popup/footer-menu-items.tsx'),
  import('../../../entrypoints/popup/form/password-note.tsx'),
  import('../../../entrypoints/popup/form/url-field.tsx'),
  import('../../../entrypoints/popup/presets/preset-form.tsx'),
  import('../../../entrypoints/popup/presets/preset-picker.tsx'),
  import('../../../entrypoints/popup/presets/save-as-preset.tsx'),
  import('../../../entrypoints/popup/status/idle-status.tsx'),
  import('../../../entrypoints/popup/status/job-status.tsx'),
  import('../../../entrypoints/popup/status/not-connected.tsx'),
  import('../../../entrypoints/popup/status/problems.tsx'),
  import('../../../entrypoints/popup/status/existing-link-note.tsx'),
  import('../../../entrypoints/popup/url-warnings/parameter-check.tsx'),
  import('../../../entrypoints/popup/url-warnings/url-warnings.tsx'),
]);
deferred.parts.loadCombobox();

beforeEach(() => speak());

export const drawPopup = (model: PopupModel) => draw(<Popup model={model} parts={parts} />);

/** Opens the popup or the link page with this draft. */
export async function open(
  place: 'popup' | 'page',
  change: Partial<LinkDraft>,
  view: Partial<PopupView> = {},
) {
  await draw(null);
  const { model } = openPopup({ draft: draft(change), view: fullView(view) });
  await draw(
    place === 'popup' ? (
      <Popup model={model} parts={parts} />
    ) : (
      <Link heading={signal('')} model={model} parts={parts} placements={signal(noPlacements)} />
    ),
  );
  await settle();
  return model;
}
