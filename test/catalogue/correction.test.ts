import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { correctable, ignoredEnd, withCorrections, type CorrectedFields } from '#catalogue/correction.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

const HOURS = aTalk(slugOf(1), { start: '2027-10-31T10:00:00Z', end: '2027-10-31T11:30:00Z' });
const DAYS = aTalk(slugOf(2), { start: '2027-10-31T00:00:00Z', end: '2027-11-05T00:00:00Z', allDay: true });

/** A source's talk, its corrections, and the times that result: `allDay`, start and end. */
const TABLE: readonly (readonly [string, typeof HOURS, CorrectedFields, readonly [boolean, string, string]])[] = [
  [
    'keeps its length when it is moved',
    HOURS,
    { start: '2027-11-01T12:00:00Z' },
    [false, '2027-11-01T12:00:00Z', '2027-11-01T13:30:00Z'],
  ],
  [
    'keeps its days when it is moved to another day',
    DAYS,
    { start: '2027-11-02' },
    [true, '2027-11-02T00:00:00Z', '2027-11-07T00:00:00Z'],
  ],
  ['ends on another day', DAYS, { end: '2027-11-02' }, [true, '2027-10-31T00:00:00Z', '2027-11-03T00:00:00Z']],
  [
    'becomes all day with a date',
    HOURS,
    { start: '2027-11-02' },
    [true, '2027-11-02T00:00:00Z', '2027-11-03T00:00:00Z'],
  ],
  [
    'has hours with a time, and no end',
    DAYS,
    { start: '2027-11-02T12:00:00Z' },
    [false, '2027-11-02T12:00:00Z', '2027-11-02T12:00:00Z'],
  ],
  [
    'has hours with two times',
    DAYS,
    { start: '2027-11-02T12:00:00Z', end: '2027-11-02T13:00:00Z' },
    [false, '2027-11-02T12:00:00Z', '2027-11-02T13:00:00Z'],
  ],
  [
    'is as in the source if only the end has a time',
    DAYS,
    { end: '2027-11-02T13:00:00Z' },
    [true, '2027-10-31T00:00:00Z', '2027-11-05T00:00:00Z'],
  ],
  [
    'is as in the source if it would end before it starts',
    DAYS,
    { end: '2027-10-30' },
    [true, '2027-10-31T00:00:00Z', '2027-11-05T00:00:00Z'],
  ],
];

describe('a corrected talk', () => {
  for (const [name, source, fields, expected] of TABLE) {
    it(name, () => {
      const { allDay, start, end } = withCorrections(source, fields);
      assert.deepEqual([allDay, start, end], expected);
    });
  }

  it('has dates to correct if it is all day, the last one inclusive', () => {
    const { start, end } = correctable(DAYS);
    assert.deepEqual([start, end], ['2027-10-31', '2027-11-04']);
    assert.equal(ignoredEnd({ source: DAYS, fields: { end: '2027-10-31' } }), undefined);
    assert.equal(ignoredEnd({ source: DAYS, fields: { end: '2027-11-02T13:00:00Z' } }), 'kind');
  });
});
