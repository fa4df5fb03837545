/** Views as the background publishes them. */
import type { ActivityView } from '../../lib/views/activity-view.ts';
import type { JobView } from '../../lib/views/job-view.ts';
import type { PopupView } from '../../lib/views/popup-view.ts';
import { uuid } from './samples.ts';

export function jobView(change: Partial<JobView> = {}): JobView {
  return {
    id: uuid(1),
    kind: 'shorten',
    from: 'popup',
    state: 'queued',
    at: 0,
    subject: 'https://example.com/page',
    goesAt: null,
    waits: null,
    endedAt: null,
    question: null,
    result: null,
    failure: null,
    copied: false,
    ...change,
  };
}

/** A popup view with data in every part of it. */
export function fullView(change: Partial<PopupView> = {}): PopupView {
  return {
    version: 4,
    connected: true,
    site: 'https://sho.rt',
    autoCopy: true,
    defaults: { campaign: { id: '1', name: 'Spring' }, channel: null, pixels: [{ id: '7', name: 'Meta' }] },
    campaigns: [{ id: '1', name: 'Spring' }],
    channels: [{ id: '2', name: 'Mail' }],
    pixels: [{ id: '7', name: 'Meta' }],
    pixelTypes: ['fbpixel'],
    domains: ['https://sho.rt', 'https://go.example.com'],
    lastDomain: 'https://go.example.com',
    recents: [
      { id: '9', shortUrl: 'https://sho.rt/abc', address: 'https://example.com/', title: 'Example', at: 1 },
    ],
    jobs: [],
    unfinished: 0,
    blockReason: null,
    damaged: false,
    storageFailing: false,
    ...change,
  };
}

export function activityView(change: Partial<ActivityView> = {}): ActivityView {
  return {
    version: 2,
    connected: true,
    scope: 'https://sho.rt#12',
    site: 'https://sho.rt',
    jobs: [],
    blockReason: null,
    meter: null,
    storageFailing: false,
    ...change,
  };
}
