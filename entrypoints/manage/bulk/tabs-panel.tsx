/** Adds the open tabs as rows. Their URLs can be read only after the user has granted the permission. */
import { focusOnMount } from '../../../components/focus-on-mount.ts';
import { truncateMiddle } from '../../../lib/i18n/truncate.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { TabOffer, TabsModel } from './tabs-model.ts';

export interface TabsPanelProps {
  readonly model: TabsModel;
  readonly onTake: (offer: TabOffer) => void;
  readonly onClose: () => void;
}

export function TabsPanel({ model, onTake, onClose }: TabsPanelProps) {
  const state = model.state.value;
  return (
    <div role="group" aria-label={t('bulkOpenTabs')} class="tabs-panel">
      {(state === 'to-allow' || state === 'refused') && (
        <>
          <p role="status">{t(state === 'refused' ? 'bulkTabsDenied' : 'bulkTabsToAllow')}</p>
          <p class="acts">
            <button type="button" ref={focusOnMount} onClick={model.allow}>
              {t('bulkTabsAllow')}
            </button>
            <button type="button" onClick={onClose}>
              {t('bulkNotNow')}
            </button>
          </p>
        </>
      )}
      {state === 'open' && <Offers model={model} onTake={onTake} onClose={onClose} />}
    </div>
  );
}

function Offers({ model, onTake, onClose }: TabsPanelProps) {
  const offers = model.offers.value;
  const chosen = model.offer.value;
  if (chosen === null)
    return (
      <>
        <p role="status">{t(model.isPrivate.value ? 'bulkTabsPrivate' : 'bulkTabsNone')}</p>
        <p class="acts">
          <button type="button" ref={focusOnMount} onClick={onClose}>
            {t('bulkClose')}
          </button>
        </p>
      </>
    );
  return (
    <fieldset>
      <legend>{t('bulkTabsWhich')}</legend>
      {offers.map((offer) => (
        <label class="check" key={offer.id}>
          <input
            type="radio"
            name="tabs"
            checked={offer.id === chosen.id}
            onChange={() => model.choose(offer.id)}
          />
          <bdi>{describeOffer(offer)}</bdi>
        </label>
      ))}
      <p class="acts">
        <button type="button" ref={focusOnMount} onClick={() => onTake(chosen)}>
          {formatCount('bulkAddTabs', chosen.tabs.length)}
        </button>
        <button type="button" onClick={onClose}>
          {t('bulkNotNow')}
        </button>
      </p>
    </fieldset>
  );
}

/** A group is named by its first tab: reading its own name would need one more permission. */
function describeOffer({ kind, tabs }: TabOffer): string {
  const count = formatNumber(tabs.length);
  if (kind === 'window') return t('bulkTabsOfWindow', count);
  if (kind === 'selected') return t('bulkTabsSelected', count);
  const [first] = tabs;
  return t('bulkTabsOfGroup', truncateMiddle(first?.title || (first?.address ?? ''), 40), count);
}
