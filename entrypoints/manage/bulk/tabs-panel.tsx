/** The open tabs, to be taken as rows. Their addresses are hidden until the person allows it. */
import { middleEllipsis } from '../../../lib/i18n/truncate.ts';
import { sayCount } from '../../../lib/i18n/plural.ts';
import { say } from '../../../lib/i18n/t.ts';
import type { TabOffer, TabsModel } from './tabs-model.ts';

export interface TabsPanelProps {
  readonly model: TabsModel;
  readonly onTake: (offer: TabOffer) => void;
  readonly onClose: () => void;
}

export function TabsPanel({ model, onTake, onClose }: TabsPanelProps) {
  const state = model.state.value;
  return (
    <div role="group" aria-label={say('bulkOpenTabs')} class="tabs">
      {(state === 'to-allow' || state === 'refused') && (
        <>
          <p role="status">{say(state === 'refused' ? 'bulkTabsRefused' : 'bulkTabsToAllow')}</p>
          <p class="acts">
            <button type="button" ref={focused} onClick={model.allow}>
              {say('bulkTabsAllow')}
            </button>
            <button type="button" onClick={onClose}>
              {say('bulkNotNow')}
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
        <p role="status">{say(model.isPrivate.value ? 'bulkTabsPrivate' : 'bulkTabsNone')}</p>
        <p class="acts">
          <button type="button" ref={focused} onClick={onClose}>
            {say('bulkClose')}
          </button>
        </p>
      </>
    );
  return (
    <fieldset>
      <legend>{say('bulkTabsWhich')}</legend>
      {offers.map((offer) => (
        <label class="check" key={offer.id}>
          <input
            type="radio"
            name="tabs"
            checked={offer.id === chosen.id}
            onChange={() => model.choose(offer.id)}
          />
          <bdi>{sayOffer(offer)}</bdi>
        </label>
      ))}
      <p class="acts">
        <button type="button" ref={focused} onClick={() => onTake(chosen)}>
          {sayCount('bulkTakeTabs', chosen.tabs.length)}
        </button>
        <button type="button" onClick={onClose}>
          {say('bulkNotNow')}
        </button>
      </p>
    </fieldset>
  );
}

/** The browser tells the name of a group only with one more permission: its first tab says which it is. */
function sayOffer({ kind, tabs }: TabOffer): string {
  const count = sayCount('bulkTabCount', tabs.length);
  if (kind === 'window') return say('bulkTabsOfWindow', count);
  if (kind === 'selected') return say('bulkTabsSelected', count);
  const [first] = tabs;
  return say('bulkTabsOfGroup', middleEllipsis(first?.title || (first?.address ?? ''), 40), count);
}

/** What has just come takes the focus, since it was asked for. */
function focused(element: HTMLElement | null): void {
  element?.focus();
}
