import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import ICAL from 'ical.js';
import { importExample } from '../support/files/import-example.ts';
import { textOf } from '../support/http/http-answer.ts';
import { listAt, textAt, valueAt } from '../support/json-value.ts';
import { testServer } from '../support/http/server.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';

/** Days as files from three time zones have them, around a change of clocks in London and in New York. */
const RECORDS = [
  talk(slugOf(1), '2027-10-30T23:00:00Z', { title: 'Of London', end: '2027-11-05T00:00:00Z', all_day: true }),
  talk(slugOf(2), '2027-10-31T04:00:00Z', { title: 'Of New York', end: '2027-11-05T04:00:00Z', all_day: true }),
  talk(slugOf(3), '2027-10-30T11:00:00Z', { title: 'Of Auckland', end: '2027-11-04T11:00:00Z', all_day: true }),
  talk(slugOf(4), '2027-10-31T00:30:00Z', { title: 'At night', end: '2027-10-31T01:00:00Z' }),
];

const SERVICES = {
  'Europe/London': { start: '2027-10-30T23:00:00Z', end: '2027-11-05T00:00:00Z', order: [1, 2, 3, 4] },
  'America/New_York': { start: '2027-10-31T04:00:00Z', end: '2027-11-05T04:00:00Z', order: [4, 1, 2, 3] },
} as const;

for (const [timeZone, { start, end, order }] of Object.entries(SERVICES)) {
  const server = testServer(RECORDS, { timeZone });
  const found = async (query: string): Promise<string[]> =>
    listAt(await server.read(`/api/talks/search?${query}`), '_embedded', 'talks').map((one) => textAt(one, 'slug'));

  describe(`an all-day talk in a service in ${timeZone}`, () => {
    it('begins and ends at its midnights in JSON, whatever the zone of the file was', async () => {
      for (const number of [1, 2, 3]) {
        const read = await server.read(`/api/talks/${slugOf(number)}`);
        const values = ['start', 'end', 'all_day', 'formatted_date', 'formatted_time'].map((name) =>
          valueAt(read, name),
        );
        assert.deepEqual(values, [start, end, true, '31 October 2027, 0:00', '00:00']);
      }
      assert.equal(valueAt(await server.read(`/api/talks/${slugOf(4)}`), 'all_day'), false);
    });

    it('is found on its first day, in the order of its midnight', async () => {
      const days = [1, 2, 3].map(slugOf);
      assert.deepEqual(await found('from=2027-10-30'), order.map(slugOf));
      const first = await found('from=2027-10-31&to=2027-10-31');
      assert.deepEqual(
        first.filter((slug) => days.includes(slug)),
        days,
      );
      assert.deepEqual(await found('from=2027-10-29&to=2027-10-30'), timeZone === 'Europe/London' ? [] : [slugOf(4)]);
      assert.deepEqual(await found('from=2027-11-01'), []);
      assert.deepEqual(await found('from=2027-11-04&ongoing=true'), days);
      assert.deepEqual(await found('from=2027-11-05&ongoing=true'), []);
    });
  });
}

const PAGE = `/talks/id/${slugOf(1)}/`;
const CALENDAR = `/api/talks/${slugOf(1)}`;

describe('an all-day talk in every output', () => {
  const server = testServer([
    ...RECORDS,
    talk(slugOf(5), '2027-10-31T00:30:00Z', { title: 'Twice one', end: '2027-10-31T01:00:00Z' }),
  ]);
  const text = async (path: string): Promise<string> => textOf(await server.ask(path));

  it('is VALUE=DATE in iCalendar, as ical.js reads it, without a time zone', async () => {
    const calendar = await text(`${CALENDAR}.ics`);
    assert.match(calendar, /DTSTART;VALUE=DATE:20271031\r\nDTEND;VALUE=DATE:20271105\r\n/);
    const [event] = new ICAL.Component(ICAL.parse(calendar) as unknown[]).getAllSubcomponents('vevent');
    const { startDate, endDate } = new ICAL.Event(event);
    assert.deepEqual(
      [startDate.isDate, startDate.toString(), endDate.isDate, endDate.toString()],
      [true, '2027-10-31', true, '2027-11-05'],
    );
  });

  it('has dates in jCal, JSCalendar and JSON-LD', async () => {
    assert.match(
      await text(`/api/talks/search.jcal.json?from=2027-10-31`),
      /\["dtstart",\{\},"date","2027-10-31"\],\["dtend",\{\},"date","2027-11-05"\]/,
    );
    assert.match(
      await text(`/api/talks/search.jscal.json?from=2027-10-31`),
      /"start":"2027-10-31T00:00:00","showWithoutTime":true,"timeZone":null,"duration":"P5D"/,
    );
    assert.match(await text(PAGE), /"startDate":"2027-10-31","endDate":"2027-11-04"/);
  });

  it('is all day in the links to Google and Outlook', async () => {
    const page = await text(PAGE);
    assert.match(page, /dates=20271031%2F20271105/);
    assert.match(page, /startdt=2027-10-31&amp;enddt=2027-11-05&amp;allday=true/);
  });

  it('says its days, the last one inclusive, and neither hours nor a zone', async () => {
    const paths = [
      ...[PAGE, '/search?from=2027-10-31', '/embed/talks?from=2027-10-31', '/display?from=2027-10-31'],
      ...['txt', 'md', 'atom', 'rss'].map((suffix) => `/api/talks/search.${suffix}?from=2027-10-31`),
    ];
    for (const path of paths) {
      const said = await text(path);
      assert.match(said, /31 Oct(?:ober)? – 4 Nov(?:ember 2027)?/, path);
      assert.doesNotMatch(said, /00:00 – |, 00:00|00:00–/, path);
    }
    assert.doesNotMatch(await text(PAGE), /British Summer Time|Greenwich|data-own-time(?!s)/);
  });

  it('has dates in CSV, where the last day is the end', async () => {
    const [, row] = (await text('/api/talks/search.csv?from=2027-10-30')).split('\r\n');
    assert.match(row ?? '', /^2027-10-31,2027-11-04,,published,Of London,.*,true$/);
  });

  it('is mirrored as an all-day talk from every format that has dates', async () => {
    for (const suffix of ['ics', 'jcal.json', 'jscal.json', 'rss', 'csv']) {
      const path = join((await server.started()).folder, `days.${suffix}`);
      await writeFile(path, textOf(await server.ask(`/api/talks/search.${suffix}?from=2027-10-30&to=2027-10-31`)));
      const { records } = await importExample({ imports: [[path]] });
      const talks = records.filter((record) => record.type === 'talk');
      const days = talks.filter(({ allDay }) => allDay).map(({ start, end }) => `${start} ${end}`);
      assert.deepEqual([...new Set(days)], ['2027-10-31T00:00:00Z 2027-11-05T00:00:00Z'], suffix);
      assert.equal(days.length, 3, suffix);
    }
  });

  it('names the zones of the hour that clocks show twice', async () => {
    const page = await text(`/talks/id/${slugOf(5)}/`);
    assert.match(page, />01:30 BST<\/time>–<time [^>]*>01:00 GMT</);
    assert.match(await text('/api/talks/search.txt?from=2027-10-30'), /01:30 BST–01:00 GMT \(Europe\/London\)/);
  });
});
