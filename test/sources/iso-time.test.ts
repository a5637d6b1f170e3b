import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isoDuration, isoTime } from '#sources/iso-time.ts';
import { ianaZone, UTC } from '#sources/wall-clock.ts';

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
