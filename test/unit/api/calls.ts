/** One example of every call builder, all fields given, with the request the contract asks for (API §4). */
import { getAccount, updateAccount } from '../../../lib/api/account.ts';
import type { Call } from '../../../lib/api/call.ts';
import { addCampaign, assignToCampaign, listCampaigns, updateCampaign } from '../../../lib/api/campaigns.ts';
import {
  addChannel,
  assignToChannel,
  listChannelItems,
  listChannels,
  updateChannel,
} from '../../../lib/api/channels.ts';
import { addDomain, listDomains, updateDomain } from '../../../lib/api/domains.ts';
import { getLink } from '../../../lib/api/link-details.ts';
import { addLink } from '../../../lib/api/create-link.ts';
import { listLinks, listLinksForLookup } from '../../../lib/api/links.ts';
import { listOverlays } from '../../../lib/api/overlays.ts';
import { deleteCall } from '../../../lib/api/record-calls.ts';
import { addPixel, listPixels } from '../../../lib/api/pixels.ts';
import { listSplashPages } from '../../../lib/api/splash-pages.ts';

export interface Example {
  readonly builder: string;
  readonly call: Call<unknown>;
  /** The row of the contract. */
  readonly row: string;
  /** The request as it goes out. */
  readonly sent: string;
  readonly body?: object;
}

const paged = { limit: 50, page: 2 };
const redirects = { redirectroot: 'https://a.example/', redirect404: 'https://a.example/404' };
const channel = { name: 'News', description: 'All of it', color: '#FF0000', starred: false };
const campaign = { name: 'Spring', slug: 'spring', public: false };
const every = {
  url: 'https://example.com/long?a=1&b=2',
  custom: 'short',
  type: 'direct',
  password: 'hush',
  domain: 'https://go.example',
  expiry: '2027-01-02 03:04:05',
  geotarget: [{ location: 'Germany', link: 'https://example.com/de' }],
  devicetarget: [{ device: 'iPhone', link: 'https://example.com/ios' }],
  languagetarget: [{ language: 'fr', link: 'https://example.com/fr' }],
  metatitle: 'Title',
  metadescription: 'Words',
  metaimage: 'https://example.com/a.png',
  description: 'A note',
  status: 'public',
  parameters: [{ name: 'utm_source', value: 'mail' }],
} as const;
const deeplink = { apple: 'https://apps.example/a', google: 'https://play.example/b', auto: true };

export const examples: readonly Example[] = [
  { builder: 'getAccount', call: getAccount(), row: 'GET /api/account', sent: 'GET /api/account' },
  {
    builder: 'updateAccount',
    call: updateAccount({ email: 'a@b.example', password: 'hush' }),
    row: 'PUT /api/account/update',
    sent: 'PUT /api/account/update',
    body: { email: 'a@b.example', password: 'hush' },
  },
  {
    builder: 'listDomains',
    call: listDomains(paged),
    row: 'GET /api/domains',
    sent: 'GET /api/domains?limit=50&page=2',
  },
  {
    builder: 'addDomain',
    call: addDomain({ domain: 'https://go.example', ...redirects }),
    row: 'POST /api/domain/add',
    sent: 'POST /api/domain/add',
    body: { domain: 'https://go.example', ...redirects },
  },
  {
    builder: 'updateDomain',
    call: updateDomain('7', redirects),
    row: 'PUT /api/domain/:id/update',
    sent: 'PUT /api/domain/7/update',
    body: redirects,
  },
  {
    builder: 'deleteCall',
    call: deleteCall('domain', '7'),
    row: 'DELETE /api/domain/:id/delete',
    sent: 'DELETE /api/domain/7/delete',
  },
  {
    builder: 'listOverlays',
    call: listOverlays(paged),
    row: 'GET /api/overlay',
    sent: 'GET /api/overlay?limit=50&page=2',
  },
  {
    builder: 'listCampaigns',
    call: listCampaigns(paged),
    row: 'GET /api/campaigns',
    sent: 'GET /api/campaigns?limit=50&page=2',
  },
  {
    builder: 'addCampaign',
    call: addCampaign(campaign),
    row: 'POST /api/campaign/add',
    sent: 'POST /api/campaign/add',
    body: campaign,
  },
  {
    builder: 'assignToCampaign',
    call: assignToCampaign('3', '9007199254740993'),
    row: 'POST /api/campaign/:campaignid/assign/:linkid',
    sent: 'POST /api/campaign/3/assign/9007199254740993',
  },
  {
    builder: 'updateCampaign',
    call: updateCampaign('3', campaign),
    row: 'PUT /api/campaign/:id/update',
    sent: 'PUT /api/campaign/3/update',
    body: campaign,
  },
  {
    builder: 'deleteCall',
    call: deleteCall('campaign', '3'),
    row: 'DELETE /api/campaign/:id/delete',
    sent: 'DELETE /api/campaign/3/delete',
  },
  {
    builder: 'listChannels',
    call: listChannels(paged),
    row: 'GET /api/channels',
    sent: 'GET /api/channels?limit=50&page=2',
  },
  {
    builder: 'listChannelItems',
    call: listChannelItems('4', paged),
    row: 'GET /api/channel/:id',
    sent: 'GET /api/channel/4?limit=50&page=2',
  },
  {
    builder: 'addChannel',
    call: addChannel(channel),
    row: 'POST /api/channel/add',
    sent: 'POST /api/channel/add',
    body: channel,
  },
  {
    builder: 'assignToChannel',
    call: assignToChannel('4', 'qr', '12'),
    row: 'POST /api/channel/:channelid/assign/:type/:itemid',
    sent: 'POST /api/channel/4/assign/qr/12',
  },
  {
    builder: 'updateChannel',
    call: updateChannel('4', channel),
    row: 'PUT /api/channel/:id/update',
    sent: 'PUT /api/channel/4/update',
    body: channel,
  },
  {
    builder: 'deleteCall',
    call: deleteCall('channel', '4'),
    row: 'DELETE /api/channel/:id/delete',
    sent: 'DELETE /api/channel/4/delete',
  },
  {
    builder: 'listSplashPages',
    call: listSplashPages(paged),
    row: 'GET /api/splash',
    sent: 'GET /api/splash?limit=50&page=2',
  },
  {
    builder: 'listPixels',
    call: listPixels(paged),
    row: 'GET /api/pixels',
    sent: 'GET /api/pixels?limit=50&page=2',
  },
  {
    builder: 'addPixel',
    call: addPixel({ type: 'gtmpixel', name: 'Shop', tag: 'GTM-1' }),
    row: 'POST /api/pixel/add',
    sent: 'POST /api/pixel/add',
    body: { type: 'gtmpixel', name: 'Shop', tag: 'GTM-1' },
  },
  {
    builder: 'listLinks',
    call: listLinks({ ...paged, order: 'click', q: 'spring sale' }),
    row: 'GET /api/urls',
    sent: 'GET /api/urls?limit=50&page=2&order=click&q=spring+sale',
  },
  {
    builder: 'listLinksForLookup',
    call: listLinksForLookup({ ...paged, order: 'date' }),
    row: 'GET /api/urls',
    sent: 'GET /api/urls?limit=50&page=2&order=date',
  },
  { builder: 'getLink', call: getLink('11'), row: 'GET /api/url/:id', sent: 'GET /api/url/11' },
  {
    builder: 'addLink',
    call: addLink({ ...every, pixels: ['1', '9007199254740993'], channel: '4', campaign: '3', deeplink }),
    row: 'POST /api/url/add',
    sent: 'POST /api/url/add',
    body: { ...every, pixels: [1, '9007199254740993'], channel: 4, campaign: 3, deeplink },
  },
];
