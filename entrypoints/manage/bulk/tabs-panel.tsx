/** Adds the open tabs as rows. Their URLs can be read only after the user has granted the permission. */
import { Button } from '../../../components/button.tsx';
import { Checkbox } from '../../../components/checkbox.tsx';
import { focusOnMount } from '../../../components/focus-on-mount.ts';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import type { OpenTab } from '../../../lib/browser/open-tabs.ts';
import { displayUrl, truncateMiddle } from '../../../lib/i18n/truncate.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { TabSet, TabsModel } from './tabs-model.ts';

const maxUrlLength = 100;

interface TabsPanelProps {
  readonly model: TabsModel;
  /** No other button is the main one of the page. */
  readonly isMain: boolean;
  readonly onAdd: (tabs: readonly OpenTab[]) => void;
  readonly onClose: () => void;
}

export function TabsPanel({ model, isMain, onAdd, onClose }: TabsPanelProps) {
  const state = model.state.value;
  const why = import.meta.env.FIREFOX ? 'bulkTabsToAllowFirefox' : 'bulkTabsToAllow';
  return (
    <div role="group" aria-label={t('bulkOpenTabs')} class="tabs-panel">
      {(state === 'needs-permission' || state === 'denied') && (
        <>
          <p role="status">{t(state === 'denied' ? 'bulkTabsDenied' : why)}</p>
          <p class="acts">
            <Button
              text={t('bulkTabsAllow')}
              class={isMain ? 'main' : undefined}
              ref={focusOnMount}
              onClick={() => void model.allow()}
            />
            <Button text={t('bulkNotNow')} onClick={onClose} />
          </p>
        </>
      )}
      {state === 'open' && <TabSets model={model} isMain={isMain} onAdd={onAdd} onClose={onClose} />}
    </div>
  );
}

function TabSets({ model, isMain, onAdd, onClose }: TabsPanelProps) {
  const chosen = model.chosenSet.value;
  if (chosen === null)
    return (
      <>
        <p role="status">{t(model.isPrivate.value ? 'bulkTabsPrivate' : 'bulkTabsNone')}</p>
        <p class="acts">
          <Button text={t('close')} ref={focusOnMount} onClick={onClose} />
        </p>
      </>
    );
  const checked = model.checkedTabs.value;
  return (
    <>
      {model.sets.value.length > 1 ? (
        <SetChoice model={model} chosen={chosen} />
      ) : (
        <p>
          <bdi>{describeSet(chosen)}</bdi>
        </p>
      )}
      <TabChecklist model={model} />
      <p class="acts">
        <Button
          text={formatCount('bulkAddTabs', checked.length)}
          class={isMain ? 'main' : undefined}
          ref={focusOnMount}
          aria-disabled={checked.length === 0}
          onClick={() => checked.length > 0 && onAdd(checked)}
        />
        <Button text={t('cancel')} onClick={onClose} />
      </p>
    </>
  );
}

function SetChoice({ model, chosen }: Pick<TabsPanelProps, 'model'> & { readonly chosen: TabSet }) {
  return (
    <fieldset>
      <legend>{t('bulkTabsWhich')}</legend>
      {model.sets.value.map((set) => (
        <label class="check" key={set.id}>
          <input
            type="radio"
            name="tabs"
            checked={set.id === chosen.id}
            onChange={() => model.choose(set.id)}
          />
          <bdi>{describeSet(set)}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

function TabChecklist({ model }: Pick<TabsPanelProps, 'model'>) {
  const { tabs = [] } = model.chosenSet.value ?? {};
  const checked = model.checkedTabs.value;
  const isAll = checked.length === tabs.length;
  return (
    <>
      {tabs.length > 1 && (
        <Checkbox
          label={t('bulkTabsSelectAll')}
          checked={isAll}
          indeterminate={!isAll && checked.length > 0}
          onChange={model.checkAll}
        />
      )}
      <ul class="tab-checklist" aria-label={t('bulkTabsWhich')}>
        {tabs.map((tab) => (
          <li key={tab.id}>
            <Checkbox
              label={<TabFacts tab={tab} isShortened={model.shortened.value.has(tab.address)} />}
              checked={checked.includes(tab)}
              onChange={(isChecked) => model.check(tab.id, isChecked)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface TabFactsProps {
  readonly tab: OpenTab;
  readonly isShortened: boolean;
}

function TabFacts({ tab: { title, address }, isShortened }: TabFactsProps) {
  const url = displayUrl(address);
  return (
    <span>
      {title !== '' && title !== address && <bdi>{title}</bdi>}
      <bdi class="hint" dir="ltr" title={address}>
        <TruncatedText text={url} length={maxUrlLength} />
      </bdi>
      {isShortened && (
        <>
          {' '}
          <span class="pill">{t('alreadyShortened')}</span>
        </>
      )}
    </span>
  );
}

/** A group is named by its first tab: reading its own name would need one more permission. */
function describeSet({ kind, tabs }: TabSet): string {
  const count = formatNumber(tabs.length);
  if (kind === 'window') return t('bulkTabsOfWindow', count);
  if (kind === 'selected') return t('bulkTabsSelected', count);
  const [first] = tabs;
  return t('bulkTabsOfGroup', truncateMiddle(first?.title || (first?.address ?? ''), 40), count);
}
