/** Every component in every state. */
import {
  Check,
  CircleQuestionMark,
  Copy,
  Eraser,
  Folder,
  Hash,
  KeyRound,
  Link,
  List,
  Plus,
  Settings,
  Unplug,
} from 'lucide';
import { BarList, ShareList } from '../../components/bar-list.tsx';
import { Banner } from '../../components/banner.tsx';
import { CountdownRing } from '../../components/countdown-ring.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { LinkTiles } from '../../components/link-actions/link-action-buttons.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { RecentList } from '../../components/recent-list.tsx';
import { RequestCells } from '../../components/request-cells.tsx';
import { ShortUrl } from '../../components/short-url.tsx';
import { NavItem, SidebarFrame } from '../../components/sidebar.tsx';
import { StatTiles } from '../../components/stat-tiles.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { formatNumber } from '../../lib/i18n/format.ts';
import { formatCount } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import { FilterButtons } from '../manage/bulk/filter-buttons.tsx';
import { reviewIcons } from '../manage/bulk/status-icon.tsx';
import { RowsTable, RowStatus, RowUrl } from '../manage/bulk/rows-table.tsx';
import { LinkCells } from '../manage/links/link-cells.tsx';
import { Buttons, Colors, Fields, Pickers, SettingRows, Type } from './controls.tsx';
import { PopupPart } from './popup-part.tsx';
import { Card, ignore, Sample } from './sample.tsx';

const shortUrl = 'https://go.example.com/winter';
const longUrl = 'https://rail.example.org/timetable/winter';

export function Gallery() {
  return (
    <>
      <Navigation />
      <main>
        <Colors />
        <Type />
        <Buttons />
        <Fields />
        <SettingRows />
        <Pickers />
        <Pills />
        <Banners />
        <Results />
        <Recent />
        <Links />
        <Table />
        <Statistics />
        <Progress />
        <Card name="Empty state">
          <EmptyState icon={Folder} heading={t('campaignsEmpty')} hint={t('campaignsEmptyHint')}>
            <button class="main">
              <Icon of={Plus} />
              {t('openNewCampaign')}
            </button>
          </EmptyState>
        </Card>
      </main>
    </>
  );
}

function Navigation() {
  return (
    <SidebarFrame section={t('links')} isHeading>
      <nav aria-label={t('manageNavigation')}>
        <ul>
          <NavItem href="#links" icon={Link} name={t('links')} current="page">
            {formatNumber(1284)}
          </NavItem>
          <NavItem href="#campaigns" icon={Folder} name={t('campaigns')}>
            {formatNumber(24)}
          </NavItem>
          <NavItem href="#channels" icon={Hash} name={t('channels')} />
          <NavItem href="#connection" icon={Settings} name={t('settings')}>
            <span class="pill good">
              <Icon of={Check} size={14} />
            </span>
          </NavItem>
          <NavItem href="#manage" icon={List} mirrors name={t('manageLinks')} />
        </ul>
      </nav>
      <p class="hint">{t('appVersion', '1.0')}</p>
    </SidebarFrame>
  );
}

function Pills() {
  return (
    <Card name="Pills and filters">
      <div class="stack">
        <div class="samples">
          <span class="pill">{t('campaignPublic')}</span>
          <span class="pill accent">{t('presetIsDefault')}</span>
          <span class="pill good">
            <Icon of={Check} size={14} />
            {t('accountConnected')}
          </span>
          <span class="pill warn">{t('bulkFilterWarnings')}</span>
          <span class="pill bad">{t('bulkFilterFailed')}</span>
        </div>
        {(['filter-tabs', 'filter-tiles'] as const).map((variant) => (
          <FilterButtons
            key={variant}
            variant={variant}
            value="all"
            choices={[
              { value: 'all', label: t('bulkFilterAll'), count: 248 },
              { value: 'ready', label: t('bulkFilterReady'), count: 231, icon: reviewIcons.ready },
              { value: 'errors', label: t('bulkFilterErrors'), count: 17, icon: reviewIcons.problem },
            ]}
            onChoose={ignore}
          />
        ))}
      </div>
    </Card>
  );
}

function Banners() {
  return (
    <Card name="Banner and confirmation">
      <div class="stack">
        <Banner icon={Eraser} heading={t('optionsTitle')} actions={<button>{t('cleanUp')}</button>} />
        <Banner icon={CircleQuestionMark} tone="decision" heading={t('needsDecision')} />
        <Banner icon={KeyRound} tone="failure" heading={t('failureKey')}>
          <p>{t('stepFindKeyHint')}</p>
        </Banner>
        <Banner
          icon={Unplug}
          tone="failure"
          heading={t('disconnect')}
          actions={
            <>
              <button class="danger">{t('disconnect')}</button>
              <button>{t('stayConnected')}</button>
            </>
          }
        >
          <p>{t('disconnectConfirm')}</p>
        </Banner>
      </div>
    </Card>
  );
}

function Results() {
  return (
    <Card name="Result card">
      <div class="stack">
        <Result isCopied />
        <Result isCopied={false} />
      </div>
    </Card>
  );
}

function Result({ isCopied }: { readonly isCopied: boolean }) {
  return (
    <div class="result">
      {isCopied && (
        <p class="notice">
          <strong>
            <Icon of={Check} /> {t('copied')}
          </strong>
        </p>
      )}
      <p>
        <ShortUrl url={shortUrl} />
      </p>
      <div class="tiles">
        <button type="button" class={isCopied ? undefined : 'main'}>
          <Icon of={Copy} size={18} />
          {t('copy')}
        </button>
        <LinkTiles id="1" render={async () => null} />
      </div>
    </div>
  );
}

function Recent() {
  const links = ['winter', 'menu', 'open-day'].map((alias) => ({
    id: null,
    address: longUrl,
    shortUrl: `https://go.example.com/${alias}`,
    title: 'Winter timetable: all night trains at a glance',
    at: 0,
  }));
  return (
    <Card name="Recent links">
      <PopupPart>
        <RecentList
          links={links}
          describe={() => ({ age: '2 min', clicks: formatCount('clicks', 12) })}
          copied={links[1]?.shortUrl ?? ''}
          onCopy={ignore}
        />
      </PopupPart>
    </Card>
  );
}

function Links() {
  const link = {
    id: '1' as const,
    alias: 'winter',
    shortUrl,
    longUrl,
    clicks: 1284,
    title: 'Winter timetable: all night trains at a glance',
    description: '',
    date: '2026-01-12 08:57:00',
  };
  return (
    <Card name="Links in a list" isWide>
      <div class="links link-sample">
        <VirtualList
          id="links-sample"
          label={t('links')}
          count={3}
          rowHeight={56}
          active={0}
          open={1}
          keyOf={String}
          depsOf={() => []}
          render={(row) => (
            <LinkCells
              link={link}
              words={row === 2 ? ['winter'] : []}
              isFuzzy={false}
              clicks={link.clicks}
              now={Date.parse('2026-01-20')}
              copied={row === 2}
              onCopy={ignore}
            />
          )}
          onActive={ignore}
          onOpen={ignore}
          onCopy={ignore}
        />
      </div>
    </Card>
  );
}

function Table() {
  const rows = [
    { url: longUrl, status: 'ready', label: t('bulkReady'), reasons: [] },
    { url: 'rail.example', status: 'problem', label: t('bulkRowError'), reasons: [t('serviceUrlInvalid')] },
  ] as const;
  return (
    <Card name="Table" isWide>
      <div class="bulk review">
        <RowsTable
          caption={t('bulkFilterAll')}
          columns={[t('bulkRow'), t('linkDestination'), t('alias'), t('status')]}
          page={0}
          total={rows.length}
          onTurn={ignore}
        >
          {rows.map(({ url, status, label, reasons }, at) => (
            <tr key={url}>
              <th scope="row">{formatNumber(at + 1)}</th>
              <td>
                <RowUrl url={url} />
              </td>
              <td>{t('aliasAutomatic')}</td>
              <td>
                <RowStatus icon={reviewIcons[status]} label={label} reasons={reasons} />
              </td>
            </tr>
          ))}
        </RowsTable>
      </div>
    </Card>
  );
}

function Statistics() {
  const countries = {
    entries: [
      ['Germany', 512],
      ['Austria', 201],
      ['France', 88],
    ],
    total: 801,
  } as const;
  const statistic = { ...countries, entries: countries.entries.map(([name, count]) => ({ name, count })) };
  return (
    <Card name="Statistics">
      <div class="stack">
        <StatTiles
          tiles={[
            [t('statClicks'), formatNumber(1284)],
            [t('statUnique'), formatNumber(973)],
          ]}
        />
        <BarList id="bars" name={t('statCountries')} unit={t('statClicks')} statistic={statistic} />
        <ShareList id="shares" name={t('statBrowsers')} unit={t('statShareOfClicks')} statistic={statistic} />
      </div>
    </Card>
  );
}

function Progress() {
  return (
    <Card name="Progress">
      <div class="stack">
        <ProgressBar label={t('bulkProgress')} all={100} created={63} failed={3} progress={0.66} />
        <progress aria-label={t('bulkProgress')} max={100} value={40} />
        <RequestCells limit={30} remaining={13} usedHere={15} maxCells={30} />
        <div class="samples">
          <Sample name="ring">
            <PopupPart>
              <CountdownRing left="12 s" share={0.4} />
            </PopupPart>
          </Sample>
        </div>
      </div>
    </Card>
  );
}
