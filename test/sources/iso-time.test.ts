import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isoDuration, isoTime } from '#sources/iso-time.ts';
import { mailTime } from '#sources/mail-time.ts';
import { ianaZone, UTC } from '#sources/wall-clock.ts';
import { askPython, withoutPython } from '../support/process/python.ts';

const BERLIN = ianaZone('Europe/Berlin') ?? UTC;

describe('an ISO 8601 time', () => {
  it('is a moment if it has an offset', () => {
    for (const text of ['2026-10-27T17:00:00Z', '2026-10-27 18:00+01:00', '20261027T173000+0030', '2026-10-27T18+01']) {
      assert.deepEqual(isoTime(text, BERLIN), { at: '2026-10-27T17:00:00Z', clock: 'moment', zone: '' }, text);
    }
  });

  it('is read in the given zone if it has no offset, in summer and in winter', () => {
    assert.equal(isoTime('2026-07-01T12:00', BERLIN)?.at, '2026-07-01T10:00:00Z');
    assert.deepEqual(isoTime('2026-12-01 12:00:00.250', BERLIN), {
      at: '2026-12-01T11:00:00Z',
      clock: 'floating',
      zone: 'Europe/Berlin',
    });
  });

  it('is a whole day if it has no time of day, and may say 24:00', () => {
    assert.deepEqual(isoTime('2026-12-01', BERLIN), {
      at: '2026-11-30T23:00:00Z',
      clock: 'all-day',
      zone: 'Europe/Berlin',
    });
    assert.equal(isoTime('2026-12-01T24:00', BERLIN)?.at, '2026-12-01T23:00:00Z');
  });

  it('is rejected if the date or time does not exist or the text has another form', () => {
    const none = [
      '2026-02-29',
      '2026-13-01',
      '2026-01-01T25:00',
      '2026-01-01T24:30',
      '27 October 2026',
      '',
      '2026',
      '2026-01-01T10:00+99:00',
      '2026-01-01T1:00',
      '0000-01-01',
      '9999-12-31T24:00',
      '9999-12-31T20:00-10:00',
    ];
    for (const text of none) assert.equal(isoTime(text, UTC), undefined, text);
  });

  it('gives the same moment as the JavaScript Date that wrote it', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }),
        (date) => {
          const seconds = `${date.toISOString().slice(0, 19)}Z`;
          assert.equal(isoTime(date.toISOString(), BERLIN)?.at, seconds);
        },
      ),
    );
  });
});

describe('an ISO 8601 duration', () => {
  it('is converted to seconds', () => {
    const lengths = {
      PT1H30M: 5400,
      PT45M: 2700,
      P1D: 86_400,
      P1DT2H: 93_600,
      P2W: 1_209_600,
      'PT1.5H': 5400,
      PT90S: 90,
      pt5m: 300,
    };
    assert.deepEqual(Object.fromEntries(Object.keys(lengths).map((text) => [text, isoDuration(text)])), lengths);
  });

  it('is rejected if it is empty, malformed, or in years or months, whose length varies', () => {
    for (const text of ['P', 'PT', 'P1Y', 'P1M', '1H', '', 'PT1H30', 'P1DT'])
      assert.equal(isoDuration(text), undefined, text);
  });
});

const LONDON = ianaZone('Europe/London');
assert.ok(LONDON !== undefined);
const zone = LONDON;

const PYTHON = `
import json, sys
from datetime import timezone
from email.utils import parsedate_to_datetime
print(json.dumps([parsedate_to_datetime(t).astimezone(timezone.utc).strftime('%Y-%m-%dT%H:%M:%SZ') for t in json.load(sys.stdin)]))
`;

describe('an email date', () => {
  const TIMES = [
    ['Wed, 14 Oct 2026 16:15:00 +0100', '2026-10-14T15:15:00Z'],
    ['14 Oct 2026 16:15 GMT', '2026-10-14T16:15:00Z'],
    ['Wednesday, 14-Oct-26 16:15:07 EST', '2026-10-14T21:15:07Z'],
    [' 1 January 1999 9:05 -0530 ', '1999-01-01T14:35:00Z'],
    ['Thu, 31 Dec 2026 23:59:60 Z', '2026-12-31T23:59:59Z'],
    ['31 Dec 98 23:59:60 UT', '1998-12-31T23:59:59Z'],
    ['Wed, 14 Oct 2026 16:15:00', '2026-10-14T15:15:00Z'],
    ['Wed, 14 Oct 2026 16:15:00 BST', undefined],
    ['Wed, 31 Feb 2026 16:15:00 GMT', undefined],
    ['Wed, 14 Ock 2026 16:15:00 GMT', undefined],
    ['31 Dec 9999 23:00:00 -0500', undefined],
    ['2026-10-14', undefined],
    ['', undefined],
  ] as const;
  for (const [text, expected] of TIMES) {
    it(`is read as ${expected ?? 'none'} from ${JSON.stringify(text)}`, () => {
      assert.equal(mailTime(text, zone)?.at, expected);
    });
  }

  it('is a moment with an offset and floating without one', () => {
    assert.deepEqual(mailTime('14 Oct 2026 16:15 +0100', zone), {
      at: '2026-10-14T15:15:00Z',
      clock: 'moment',
      zone: '',
    });
    const floating = mailTime('14 Oct 2026 16:15', zone);
    assert.deepEqual([floating?.clock, floating?.zone], ['floating', 'Europe/London']);
  });

  it('is read as the same moment as by Python', { skip: withoutPython('email') }, () => {
    const moments = fc.sample(
      fc.record({
        date: fc.date({ min: new Date('1971-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
        offset: fc.constantFrom('+0000', '-0530', '+1400', 'GMT', 'EST', 'PDT'),
      }),
      300,
    );
    const texts = moments.map(({ date, offset }) => date.toUTCString().replace('GMT', offset));
    assert.deepEqual(
      texts.map((text) => mailTime(text, zone)?.at),
      askPython('email', PYTHON, texts),
    );
  });
});
