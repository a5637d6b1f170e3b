import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { mailTime } from '#sources/mail-time.ts';
import { ianaZone } from '#sources/wall-clock.ts';
import { askPython, withoutPython } from '../support/process/python.ts';

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
