/** The open tabs, to be taken as rows. Their addresses are hidden until the person allows it. */
import { truncateMiddle } from '../../../lib/i18n/truncate.ts';
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
    <div role="group" aria-label={t('bulkOpenTabs')} class="tabs">
      {(state === 'to-allow' || state === 'refused') && (
        <>
          <p role="status">{t(state === 'refused' ? 'bulkTabsRefused' : 'bulkTabsToAllow')}</p>
          <p class="acts">
            <button type="button" ref={focused} onClick={model.allow}>
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
          <button type="button" ref={focused} onClick={onClose}>
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
        <button type="button" ref={focused} onClick={() => onTake(chosen)}>
          {formatCount('bulkTakeTabs', chosen.tabs.length)}
        </button>
        <button type="button" onClick={onClose}>
          {t('bulkNotNow')}
        </button>
      </p>
    </fieldset>
  );
}

/** The browser tells the name of a group only with one more permission: its first tab says which it is. */
function describeOffer({ kind, tabs }: TabOffer): string {
  const count = formatCount('bulkTabCount', tabs.length);
  if (kind === 'window') return t('bulkTabsOfWindow', count);
  if (kind === 'selected') return t('bulkTabsSelected', count);
  const [first] = tabs;
  return t('bulkTabsOfGroup', truncateMiddle(first?.title || (first?.address ?? ''), 40), count);
}

/** What has just come takes the focus, since it was asked for. */
function focused(element: HTMLElement | null): void {
  element?.focus();
}
