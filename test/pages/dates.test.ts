import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { datesIn } from '#pages/calendar/dates.ts';

describe('dates on pages', () => {
  const time = '2015-10-06T22:30:00Z';

  it('use the day of the time zone and the language of the page', () => {
    const days = (['en', 'de', 'fr', 'es'] as const).map((language) => datesIn(language, 'Europe/London').day(time));
    assert.deepEqual(days, [
      'Tuesday 6 October 2015',
      'Dienstag, 6. Oktober 2015',
      'mardi 6 octobre 2015',
      'martes, 6 de octubre de 2015',
    ]);
    const tokyo = datesIn('en', 'Asia/Tokyo');
    assert.deepEqual(
      [tokyo.day(time), tokyo.isoDay(time), tokyo.time(time)],
      ['Wednesday 7 October 2015', '2015-10-07', '07:30'],
    );
  });

  it('write 1er for the first of a month, only in French', () => {
    const french = datesIn('fr', 'Europe/Paris');
    assert.deepEqual(
      [
        french.longDate('2026-01-01'),
        french.dayAndMonth('2026-05-01'),
        french.date('2026-08-01'),
        french.shortDay('2026-10-01T10:00:00Z'),
        french.dayAndMonth('2026-05-21'),
        french.month('2026-01'),
        french.days('2027-02-01', '2027-02-03'),
        french.shortDays('2027-01-31', '2027-02-01'),
      ],
      [
        'jeudi 1er janvier 2026',
        '1er mai',
        '1er août 2026',
        'jeu. 1er oct.',
        '21 mai',
        'janvier 2026',
        '1er–3 février 2027',
        '31 janv. – 1er févr.',
      ],
    );
    assert.equal(datesIn('es', 'UTC').dayAndMonth('2026-05-01'), '1 de mayo');
  });

  it('cover the years 0000 to 9999 in any time zone', () => {
    const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].map((zone) => datesIn('en', zone));
    assert.equal(east?.isoDay('9999-12-31T23:59:59Z'), '9999-12-31');
    assert.equal(west?.isoDay('0000-01-01T00:00:00Z'), '0000-01-01');
  });

  it('write hours from 00 to 23 in every language', () => {
    const times = (['en', 'de', 'fr', 'es'] as const).map((language) =>
      datesIn(language, 'UTC').time('2015-10-06T00:05:00Z'),
    );
    assert.deepEqual(times, ['00:05', '00:05', '00:05', '00:05']);
  });

  it('name the time zone as it is called at that moment, such as British Summer Time', () => {
    const dates = datesIn('en', 'Europe/London');
    assert.deepEqual(
      [dates.zoneName(time), dates.zoneName('2015-12-06T00:00:00Z')],
      ['British Summer Time', 'Greenwich Mean Time'],
    );
    assert.equal(datesIn('de', 'Europe/Berlin').zoneName(time), 'Mitteleuropäische Sommerzeit');
  });

  it('show calendar dates unchanged in every time zone', () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const dates = datesIn('en', zone);
      assert.deepEqual(
        [dates.longDate('2015-10-06'), dates.month('2015-10'), dates.dayAndMonth('2015-10-06')],
        ['Tuesday 6 October 2015', 'October 2015', '6 October'],
      );
      assert.deepEqual([dates.weekday('2015-10-06', 'long'), dates.weekday('2015-10-06', 'short')], ['Tuesday', 'Tue']);
    }
  });
});
