/** Colors, type, buttons, fields and pickers. */
import { Copy, Download, LoaderCircle, Monitor, Moon, Pause, Trash2 } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Checkbox } from '../../components/checkbox.tsx';
import { AssignmentFields } from '../../components/assignment-fields.tsx';
import type { Assignment } from '../../components/lazy-assignment-fields.tsx';
import { Icon } from '../../components/icon.tsx';
import { ChoiceField, TextField } from '../../components/link-options/field.tsx';
import { Segments } from '../../components/segments.tsx';
import { SelectRow, SwitchRow } from '../../components/setting-rows.tsx';
import { StatTiles } from '../../components/stat-tiles.tsx';
import { t } from '../../lib/i18n/t.ts';
import { Card, ignore, Sample } from './sample.tsx';

const colors =
  'sunk paper float shade press line edge ink soft accent accent-text accent-soft chart good good-soft warn warn-soft bad bad-soft'.split(
    ' ',
  );

export function Colors() {
  return (
    <Card name="Colors">
      <div class="samples">
        {colors.map((color) => (
          <Sample key={color} name={color}>
            <svg class="swatch" width="56" height="28" aria-hidden="true">
              <rect width="56" height="28" rx="6" fill={`var(--${color})`} stroke="var(--line)" />
            </svg>
          </Sample>
        ))}
      </div>
    </Card>
  );
}

/** The steps of the type scale, each where pages have it. */
export function Type() {
  return (
    <Card name="Type">
      <div class="stack">
        <StatTiles tiles={[['12/16: labels of figures', '22/28: figures']]} />
        <h2>20/28: title of a page</h2>
        <h3>16/24: heading of a section</h3>
        <p>
          <strong>14/20 strong</strong>, 14/20 everything else
        </p>
        <p class="hint">12/16: hints, times, counts</p>
      </div>
    </Card>
  );
}

/** A button as it is, and in each state that the pointer and the keyboard give it. */
function States({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return ([undefined, 'hover', 'focus-visible'] as const).map((force) => (
    <Sample key={force} name={force ?? name} {...(force && { force })}>
      {children}
    </Sample>
  ));
}

function MainButtons() {
  return (
    <div class="samples">
      <States name="main">
        <button class="main">{t('shorten')}</button>
      </States>
      <Sample name="busy">
        <button class="main spins">
          <Icon of={LoaderCircle} />
          {t('shortening')}
        </button>
      </Sample>
      <Sample name="disabled">
        <button class="main" disabled>
          {t('shorten')}
        </button>
      </Sample>
    </div>
  );
}

export function Buttons() {
  const pause = (
    <>
      <Icon of={Pause} />
      {t('bulkPause')}
    </>
  );
  return (
    <Card name="Button">
      <div class="stack">
        <MainButtons />
        <div class="samples">
          <States name="plain">
            <button>{pause}</button>
          </States>
          <Sample name="danger">
            <button class="danger">
              <Icon of={Trash2} />
              {t('delete')}
            </button>
          </Sample>
          <Sample name="disabled">
            <button disabled>{pause}</button>
          </Sample>
        </div>
        <div class="samples">
          <States name="quiet">
            <button class="quiet">
              <Icon of={Download} />
              {t('exportLinks')}
            </button>
          </States>
          <States name="icon">
            <button class="icon" aria-label={t('copy')} title={t('copy')}>
              <Icon of={Copy} />
            </button>
          </States>
          <Sample name="keys">
            <span>
              <kbd>Alt</kbd> <kbd>Shift</kbd> <kbd>S</kbd>
            </span>
          </Sample>
        </div>
      </div>
    </Card>
  );
}

export function Fields() {
  const [text, setText] = useState('');
  const [kind, setKind] = useState('private');
  return (
    <Card name="Field">
      <div class="options">
        <TextField
          id="empty"
          label={t('serviceUrl')}
          hint={t('serviceUrlHint')}
          value={text}
          onType={setText}
        />
        <Sample name="focus-visible" force="focus-visible">
          <input aria-label={t('alias')} value="spring" />
        </Sample>
        <TextField
          id="invalid"
          label={t('serviceUrl')}
          problem={{ message: 'serviceUrlInvalid', blocks: true }}
          value="links"
          onType={ignore}
        />
        <ChoiceField
          id="choice"
          label={t('visibility')}
          value={kind}
          choices={[
            ['private', t('visibilityPrivate')],
            ['public', t('visibilityPublic')],
          ]}
          onChoose={setKind}
        />
      </div>
      <Checkbox label={t('campaignPublic')} checked onChange={ignore} />
      <Checkbox label={t('campaignPublic')} checked={false} onChange={ignore} />
    </Card>
  );
}

export function SettingRows() {
  return (
    <Card name="Rows of settings">
      <div class="card rows">
        <SwitchRow id="on" label={t('autoCopy')} checked onChange={ignore} />
        <SwitchRow id="off" label={t('notifications')} checked={false} onChange={ignore} />
        <SelectRow
          id="select"
          label={t('visibility')}
          value="private"
          options={[['private', t('visibilityPrivate')]]}
          onChange={ignore}
        />
        <div class="setting">
          <p id="theme">{t('theme')}</p>
          <Segments
            labelledBy="theme"
            value="dark"
            choices={[
              ['system', t('themeSystem'), Monitor],
              ['dark', t('themeDark'), Moon],
            ]}
            onChoose={ignore}
          />
        </div>
      </div>
    </Card>
  );
}

const lists = {
  campaigns: [{ id: '1', name: 'Spring catalog' }],
  channels: [{ id: '1', name: 'Social' }],
  pixels: [{ id: '1', name: 'Recipes' }],
};
const assignment: Assignment = { campaign: lists.campaigns[0] ?? null, channel: null, pixels: lists.pixels };

/** The test opens the list of the channel. */
export function Pickers() {
  const [chosen, setChosen] = useState(assignment);
  return (
    <Card name="Picker rows, chips, list">
      <div class="open-list">
        <div class="properties">
          <AssignmentFields
            fields={['campaign', 'pixels', 'channel']}
            lists={lists}
            chosen={chosen}
            onChange={(fields) => setChosen({ ...chosen, ...fields })}
            creation={() => ({ onCreate: ignore })}
          />
        </div>
      </div>
    </Card>
  );
}
