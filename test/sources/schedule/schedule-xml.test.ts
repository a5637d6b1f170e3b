import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readScheduleXml } from '#sources/schedule/schedule-xml.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { readSource } from '../../support/sources/read-source.ts';

const GUID = '29AECFD7-2e44-4f49-ab86-29b5e0877325';

/** A schedule with these events, all in one room on one day. */
function schedule(events: string, conference = '', day = 'date="2026-11-20"'): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<schedule>
<conference><acronym>moss26</acronym><title>Moss 2026</title>${conference}</conference>
<day index="1" ${day}><room name="Hall">
${events}
</room></day></schedule>`;
}

function event(inside: string, attributes = 'id="1"'): string {
  return `<event ${attributes}><title>On moss</title>${inside}</event>`;
}

async function onlyTalk(document: string): Promise<SourceTalk> {
  const { talks, problems } = await readSource(readScheduleXml, document);
  assert.deepEqual(problems, []);
  assert.equal(talks.length, 1);
  const [talk] = talks;
  assert.ok(talk !== undefined);
  return talk;
}

/** The times of the talk as `start end clock zone`. */
async function timesOf(document: string): Promise<string> {
  const { start, end, clock, zone } = await onlyTalk(document);
  return [start, end, clock, zone].join(' ').trim();
}

describe('an XML schedule', () => {
  it('is recognised by its root element', () => {
    assert.equal(sourceFormatOf("<?xml version='1.0'?>\n<!-- Made with love -->\n<schedule>")?.name, 'schedule-xml');
    assert.equal(sourceFormatOf('<!DOCTYPE schedule [<!ENTITY a ">">]>\n<schedule >')?.name, 'schedule-xml');
    for (const other of ['<schedules>', '<html><schedule>', '<a:schedule>', 'schedule', '<?xml', '<!--']) {
      assert.notEqual(sourceFormatOf(other)?.name, 'schedule-xml', other);
    }
  });

  it('yields a talk with all supported fields', async () => {
    const talk = await onlyTalk(
      schedule(
        event(
          `<date>2026-11-20T23:30:00+01:00</date><start>23:30</start><duration>1:30</duration><room>Saal 1</room>
           <subtitle>A beginning</subtitle><abstract>Short</abstract><description>Short</description>
           <track>Botany</track><type>lecture</type><language>de</language><logo>/moss.png</logo>
           <url>https://example.org/moss</url><recording><license>CC0</license><optout>false</optout></recording>
           <persons><person id="0">Jane Doe</person><person id="7" guid="0c16ffaa-709d-599f-959f-9a38b911361a"
             href="https://example.org/7">A &amp; B</person><person id="8" url="/8">C</person></persons>
           <links><link href="https://example.org/slides">Slides</link></links>`,
          `guid="${GUID}" id="6561"`,
        ),
        '<url>https://example.org/</url><venue>The Barn</venue><city>Bogtown</city>',
      ),
    );
    const {
      key,
      slug,
      line,
      title,
      start,
      end,
      clock,
      description,
      room,
      language,
      url,
      status,
      topics,
      series,
      venue,
    } = talk;
    assert.deepEqual(
      { key, slug, line, title, start, end, clock, description, room, language, url, status, topics, series, venue },
      {
        key: GUID,
        slug: GUID.toLowerCase(),
        line: 5,
        title: 'On moss',
        start: '2026-11-20T22:30:00Z',
        end: '2026-11-21T00:00:00Z',
        clock: 'moment',
        description: 'A beginning\n\nShort',
        room: 'Saal 1',
        language: 'de',
        url: 'https://example.org/moss',
        status: 'published',
        topics: [{ label: 'Botany' }],
        series: { title: 'Moss 2026', key: 'moss26', webAddress: 'https://example.org/' },
        venue: { name: 'The Barn', address: 'Bogtown' },
      },
    );
    const guid = '0c16ffaa-709d-599f-959f-9a38b911361a';
    assert.deepEqual(talk.speakers, [
      { name: 'Jane Doe' },
      { name: 'A & B', slug: guid, key: guid, webAddress: 'https://example.org/7' },
      { name: 'C', key: '8 C', webAddress: '' },
    ]);
  });

  it('takes the key from the guid, id or slug of an event, or from its start and title', async () => {
    const date = '<date>2026-11-20T10:00:00Z</date>';
    const keyOf = async (attributes: string, inside = ''): Promise<string> =>
      (await onlyTalk(schedule(event(`${date}${inside}`, attributes)))).key;
    assert.equal(await keyOf('guid="HOqeNIb6G7M4hYFKFRkCmQ" id="6264"'), 'HOqeNIb6G7M4hYFKFRkCmQ');
    assert.equal(await keyOf('guid="" id="6264"'), '6264');
    assert.equal(await keyOf('', '<slug>moss26-on-moss</slug>'), 'moss26-on-moss');
    assert.equal(await keyOf(''), '2026-11-20T10:00:00Z On moss');
    assert.equal((await onlyTalk(schedule(event(date, 'guid="HOqeNIb6G7M4hYFKFRkCmQ"')))).slug, null);
  });

  const DAY = 'date="2026-07-20" start="2026-07-20T09:00:00+02:00"';
  const BERLIN = '<time_zone_name>Europe/Berlin</time_zone_name>';
  const TIMES = [
    [BERLIN, DAY, '<start>10:00</start><duration>00:30</duration>', '2026-07-20T08:00:00Z 2026-07-20T08:30:00Z zone Europe/Berlin'],
    [BERLIN, DAY, '<start>1:15</start><duration>45</duration>', '2026-07-20T23:15:00Z 2026-07-21T00:00:00Z zone Europe/Berlin'],
    ['<day_change>04:00:00</day_change>', DAY, '<start>05:00</start>', '2026-07-20T04:00:00Z 2026-07-20T04:00:00Z floating Europe/London'],
    ['<day_change>04:00:00</day_change>', DAY, '<start>03:59</start>', '2026-07-21T02:59:00Z 2026-07-21T02:59:00Z floating Europe/London'],
    ['<day_change>09:00:00</day_change>', DAY, '<start>09:00</start>', '2026-07-20T08:00:00Z 2026-07-20T08:00:00Z floating Europe/London'],
    ['<day_change>09:00</day_change>', DAY, '<start>09:00:00</start>', '2026-07-20T08:00:00Z 2026-07-20T08:00:00Z floating Europe/London'],
    ['', 'date="2026-07-20" start="2026-07-20 09:00:00"', '<start>9:00</start>', '2026-07-20T08:00:00Z 2026-07-20T08:00:00Z floating Europe/London'],
    ['', 'date="2026-07-20" start="2026-07-20 09:00:00"', '<start>8:59</start>', '2026-07-21T07:59:00Z 2026-07-21T07:59:00Z floating Europe/London'],
    ['', 'date="2026-07-20"', '<start>00:30</start>', '2026-07-19T23:30:00Z 2026-07-19T23:30:00Z floating Europe/London'],
    ['', '', '<date>2026-07-20</date><start>00:30</start>', '2026-07-19T23:30:00Z 2026-07-19T23:30:00Z floating Europe/London'],
    ['', DAY, '<date>2026-07-20</date><start>00:30</start>', '2026-07-19T23:30:00Z 2026-07-19T23:30:00Z floating Europe/London'],
    ['', '', '<date>2026-07-20T10:00:00Z</date><duration>2:01:30</duration>', '2026-07-20T10:00:00Z 2026-07-22T11:30:00Z moment'],
    [BERLIN, '', '<date>2026-07-20T10:00:00</date><duration>25:00</duration>', '2026-07-20T08:00:00Z 2026-07-21T09:00:00Z zone Europe/Berlin'],
  ] as const; // oxfmt-ignore
  for (const [conference, day, inside, expected] of TIMES) {
    it(`with ${[conference, day, inside].filter(Boolean).join(' ')} yields a talk at ${expected}`, async () => {
      assert.equal(await timesOf(schedule(event(inside), conference, day)), expected);
    });
  }

  it('yields notes on an unknown time zone, a missing end and a missing id', async () => {
    const { notes } = await readSource(
      readScheduleXml,
      schedule(event('<start>10:00</start>', ''), '<time_zone_name>Berlin</time_zone_name>'),
    );
    assert.deepEqual(notes, [
      '1 × the schedule names an unknown time zone: "Berlin"',
      '1 × without a time zone: read in Europe/London (--time-zone)',
      '1 × without an end: ends when it starts',
      '1 × without guid and id: identified by start and title, so a change of either makes a new talk',
    ]);
  });

  const BAD = [
    ['', '5 date: "On moss" has no start. 1'],
    ['<date>2026-02-30T10:00:00Z</date>', '5 date: "2026-02-30T10:00:00Z" is not a valid time. 1'],
    ['<date>soon</date>', '5 date: "soon" is not a valid time. 1'],
    ['<start>25:00</start>', '5 date: "25:00" is not a valid time. 1'],
  ] as const;
  for (const [inside, expected] of BAD) {
    it(`reports an event with ${inside || 'no time'} and reads the next one`, async () => {
      const good = event('<date>2026-11-20T10:00:00Z</date>', 'id="2"');
      const { talks, problems } = await readSource(readScheduleXml, schedule(`${event(inside)}\n${good}`));
      assert.deepEqual(
        problems.map(({ line, where, what, key }) => `${line} ${where}: ${what} ${key ?? ''}`),
        [expected],
      );
      assert.deepEqual(
        talks.map(({ key, line }) => [key, line]),
        [['2', 6]],
      );
    });
  }

  for (const [inside, duration] of [
    ['<date>2026-11-20T10:00:00Z</date><duration>long</duration>', 'long'],
    ['<date>9999-12-31T23:00:00Z</date><duration>02:00</duration>', '02:00'],
  ] as const) {
    it(`imports an event without an end if its duration is ${duration}`, async () => {
      const { talks, problems } = await readSource(readScheduleXml, schedule(event(inside)));
      assert.deepEqual(
        [talks.map(({ start, end }) => start === end), problems.map(({ line, what, read }) => [line, what, read])],
        [[true], [[5, `"${duration}" is not a valid duration. It is imported without an end.`, 'without-end']]],
      );
    });
  }

  it('is refused if it has neither <conference> nor <event>', async () => {
    const { problems } = await readSource(readScheduleXml, '<schedule><day><entry id="1"/></day></schedule>');
    assert.deepEqual(
      problems.map(({ code, what }) => [code, what]),
      [['no-schedule', 'It contains no conference schedule: neither <conference> nor <event>.']],
    );
    const empty = await readSource(readScheduleXml, '<schedule><conference><title>x</title></conference></schedule>');
    assert.deepEqual([empty.talks, empty.problems], [[], []]);
  });

  it('yields the talks before a truncation and reports it', async () => {
    const whole = schedule(event('<date>2026-11-20T10:00:00Z</date>'));
    const { talks, problems } = await readSource(readScheduleXml, whole.slice(0, whole.indexOf('</room>')));
    assert.deepEqual([talks.length, problems.map(({ code }) => code)], [1, ['cut-short']]);
  });
});
