import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inWords, mailDate, zonedTimes } from '#representations/feeds/feed-time.ts';

describe('a time in a feed', () => {
  it('has the offset from UTC at that moment', () => {
    const london = zonedTimes('Europe/London');
    assert.deepEqual(london('2015-10-25T00:30:00Z'), {
      date: '2015-10-25',
      clock: '01:30',
      withOffset: '2015-10-25T01:30:00+01:00',
    });
    assert.equal(london('2015-10-25T01:30:00Z').withOffset, '2015-10-25T01:30:00+00:00');
    assert.equal(zonedTimes('America/St_Johns')('2015-01-01T02:00:00Z').withOffset, '2014-12-31T22:30:00-03:30');
  });

  it('is in UTC if its offset or local year cannot be written', () => {
    assert.deepEqual(zonedTimes('Europe/Paris')('1890-01-01T12:00:00Z'), {
      date: '1890-01-01',
      clock: '12:09',
      withOffset: '1890-01-01T12:00:00Z',
    });
    assert.equal(zonedTimes('Asia/Tokyo')('9999-12-31T20:00:00Z').withOffset, '9999-12-31T20:00:00Z');
  });

  it('has the format of dates in mail', () => {
    assert.equal(mailDate('2015-09-01T08:07:06Z'), 'Tue, 01 Sep 2015 08:07:06 GMT');
    assert.equal(mailDate('0999-01-02T00:00:00Z'), 'Wed, 02 Jan 0999 00:00:00 GMT');
  });
});

describe('the time of a talk in words', () => {
  it('names both days of a talk across midnight and one time if the talk has no duration', () => {
    const zone = 'Europe/London';
    assert.equal(
      inWords('2015-10-06T10:00:00Z', '2015-10-06T11:30:00Z', zone),
      'Tuesday 6 October 2015, 11:00–12:30 (Europe/London)',
    );
    assert.equal(
      inWords('2015-10-06T22:00:00Z', '2015-10-06T23:30:00Z', zone),
      'Tuesday 6 October 2015, 23:00 – Wednesday 7 October 2015, 00:30 (Europe/London)',
    );
    assert.equal(
      inWords('2015-10-06T10:00:00Z', '2015-10-06T10:00:00Z', zone),
      'Tuesday 6 October 2015, 11:00 (Europe/London)',
    );
  });
});
