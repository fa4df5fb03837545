/** Bulks and rows of version 1 are read under the names of today. */
import { describe, expect, it } from 'vitest';
import { parseBulk, parseRow } from '../../../lib/bulk/store/transaction.ts';
import { draft } from '../../support/samples.ts';

/** As version 1 wrote them. */
const firstBulk = {
  version: 1,
  id: 'a',
  name: 'links.csv',
  at: 1,
  wish: 'pause',
  cancelledElsewhere: false,
  counts: { waiting: 1, out: 0, asks: 0, done: 1, refused: 0, cancelled: 0, 'left-out': 0 },
  next: 1,
  out: [],
  untold: ['b'],
  endedAt: null,
  into: { id: '7', name: 'Summer' },
};
const result = {
  id: '5',
  shortUrl: 'https://sho.rt/5',
  aliasDiffers: false,
  lookedUp: false,
  existing: true,
};
const firstRow = {
  bulk: 'a',
  n: 0,
  id: 'b',
  link: draft(),
  state: 'done',
  why: null,
  reason: '',
  again: false,
  made: result,
  failure: null,
  endedAt: 2,
  lost: {
    sending: { at: 1, serverAt: null, newest: '4' },
    failure: { kind: 'internal' },
    mark: '[0a0000]',
  },
};

describe('version 1', () => {
  it('of a bulk', () => {
    const { wish: _, untold: __, into: ___, endedAt: ____, ...same } = firstBulk;
    expect(parseBulk(firstBulk)).toEqual({
      ...same,
      version: 2,
      desiredState: 'pause',
      unacknowledged: ['b'],
      rotatorCampaign: { id: '7', name: 'Summer' },
    });
  });

  it('of a row', () => {
    const { why: _, reason: __, made: ___, endedAt: ____, lost, ...same } = firstRow;
    const { mark: noteTag, ...rest } = lost;
    expect(parseRow(firstRow)).toEqual({
      ...same,
      errorText: '',
      result,
      lost: { ...rest, noteTag },
    });
    expect(parseRow({ ...firstRow, why: 'twice', reason: 'Row 1 is the same.' })).toMatchObject({
      errorText: 'Row 1 is the same.',
    });
  });

  it('is read again as it was migrated', () => {
    expect(parseBulk(parseBulk(firstBulk))).toEqual(parseBulk(firstBulk));
    expect(parseRow(parseRow(firstRow))).toEqual(parseRow(firstRow));
  });

  it('is rejected where it is damaged', () => {
    expect([null, 7, [], { version: 1 }].map(parseBulk)).toEqual([null, null, null, null]);
    expect([null, 7, [], { made: null }].map(parseRow)).toEqual([null, null, null, null]);
  });
});
