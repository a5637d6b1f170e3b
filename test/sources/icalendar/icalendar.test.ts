import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatOf } from '#sources/formats.js';
import { readIcalendar } from '#sources/icalendar/icalendar.js';
import type { SourceTalk } from '#sources/source-talk.js';
import type { ReadOptions } from '#sources/format.js';
import { readSource } from '../../support/read-source.js';

/** A calendar with these lines, as the rules want it. */
function calendar(...lines: readonly string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

function event(...lines: readonly string[]): string {
  return ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');
}

const MOSS = ['UID:moss@example.org', 'SUMMARY:On moss'];

async function talksOf(text: string, options: Partial<ReadOptions> = {}): Promise<readonly SourceTalk[]> {
  const { talks, problems } = await readSource(readIcalendar, text, options);
  assert.deepEqual(problems, []);
  return talks;
}

/** `start end` of each. */
async function timesOf(text: string, options: Partial<ReadOptions> = {}): Promise<string[]> {
  return (await talksOf(text, options)).map(({ start, end }) => `${start} ${end}`);
}

async function problemsOf(text: string): Promise<string[]> {
  const { problems } = await readSource(readIcalendar, text);
  return problems.map(({ line, where, what }) => `${line} ${where}: ${what}`);
}

describe('a calendar', () => {
  it('is told by its beginning', () => {
    assert.equal(formatOf('BEGIN:VCALENDAR\r\n')?.name, 'icalendar');
    assert.equal(formatOf('\n begin:vcalendar\n')?.name, 'icalendar');
    assert.notEqual(formatOf('BEGIN:VCARD\r\n')?.name, 'icalendar');
  });

  it('gives of an event all that there is a place for', async () => {
    const [talk] = await talksOf(
      calendar(
        event(
          ...MOSS,
          'DTSTART:20261120T170000Z',
          'DTEND:20261120T180000Z',
          'DESCRIPTION:First\\nsecond\\, third\\; \\\\',
          'LOCATION:Room 1\\, Anning Hall',
          'STATUS:TENTATIVE',
          'SEQUENCE:3',
          'LAST-MODIFIED:20261001T120000Z',
          'DTSTAMP:20261102T120000Z',
          'URL:https://example.org/moss',
          'CONFERENCE;VALUE=URI:https://video.example.org/1',
          'ORGANIZER;CN="Doe, Jane":mailto:Jane@example.org',
          'ATTENDEE;CN=Somebody Else:mailto:else@example.org',
          'CATEGORIES:Botany,Mosses\\, ferns',
          'CATEGORIES:Bogs',
        ),
      ),
    );
    assert.ok(talk !== undefined);
    const { key, uid, line, title, description, location, status, sequence, updated, url, onlineUrl } = talk;
    assert.deepEqual(
      { key, uid, line, title, description, location, status, sequence, updated, url, onlineUrl },
      {
        key: 'moss@example.org',
        uid: 'moss@example.org',
        line: 3,
        title: 'On moss',
        description: 'First\nsecond, third; \\',
        location: 'Room 1, Anning Hall',
        status: 'preparation',
        sequence: 3,
        updated: '2026-10-01T12:00:00Z',
        url: 'https://example.org/moss',
        onlineUrl: 'https://video.example.org/1',
      },
    );
    assert.deepEqual(talk.organisers, [{ name: 'Doe, Jane', key: 'jane@example.org', email: 'Jane@example.org' }]);
    assert.deepEqual(
      talk.topics.map(({ label }) => label),
      ['Botany', 'Mosses, ferns', 'Bogs'],
    );
    assert.deepEqual([talk.speakers, talk.hosts, talk.clock, talk.zone], [[], [], 'moment', '']);
  });

  it('takes HTML of Outlook where there is no plain description', async () => {
    const html = 'X-ALT-DESC;FMTTYPE=text/html:<p>Of moss\\, and more</p>';
    const [one] = await talksOf(calendar(event(...MOSS, 'DTSTART:20261120T170000Z', html)));
    const [both] = await talksOf(calendar(event(...MOSS, 'DTSTART:20261120T170000Z', 'DESCRIPTION:Plain', html)));
    assert.deepEqual([one?.description, both?.description], ['<p>Of moss, and more</p>', 'Plain']);
  });

  it('takes a place that is an address for where it can be followed', async () => {
    const [talk] = await talksOf(
      calendar(event(...MOSS, 'DTSTART:20261120T170000Z', 'LOCATION:https://video.example.org/j/1')),
    );
    assert.deepEqual([talk?.location, talk?.onlineUrl], ['', 'https://video.example.org/j/1']);
  });

  const STATUSES = [
    ['STATUS:CONFIRMED', 'published'],
    ['STATUS:cancelled', 'cancelled'],
    ['X-NOTHING:1', 'published'],
  ] as const;
  for (const [line, status] of STATUSES) {
    it(`is ${status} by ${line}`, async () => {
      assert.equal((await talksOf(calendar(event(...MOSS, 'DTSTART:20261120T170000Z', line))))[0]?.status, status);
    });
  }

  it('calls off all of it with METHOD:CANCEL', async () => {
    const [talk] = await talksOf(calendar('METHOD:CANCEL', event(...MOSS, 'DTSTART:20261120T170000Z')));
    assert.equal(talk?.status, 'cancelled');
  });

  it('leaves out what is private, and tasks, and says how many', async () => {
    const read = await readSource(
      readIcalendar,
      calendar(
        event(...MOSS, 'DTSTART:20261120T170000Z', 'CLASS:PRIVATE'),
        event(...MOSS, 'DTSTART:20261120T170000Z', 'CLASS:CONFIDENTIAL'),
        'BEGIN:VTODO',
        'SUMMARY:Water the moss',
        'END:VTODO',
      ),
    );
    assert.deepEqual(read, {
      talks: [],
      problems: [],
      notes: ['1 × tasks (VTODO): left out', '2 × marked private or confidential: left out'],
    });
  });

  it('is not touched by what stands in an alarm', async () => {
    const alarm = ['BEGIN:VALARM', 'DESCRIPTION:Reminder', 'SUMMARY:Alarm', 'DURATION:PT5M', 'END:VALARM'];
    const [talk] = await talksOf(
      calendar(event(...MOSS, 'DTSTART:20261120T170000Z', 'DTEND:20261120T180000Z', ...alarm)),
    );
    assert.deepEqual([talk?.title, talk?.description, talk?.end], ['On moss', '', '2026-11-20T18:00:00Z']);
  });

  it('counts the later version of an event that stands in it twice', async () => {
    const text = calendar(
      event(...MOSS, 'DTSTART:20261121T170000Z', 'SEQUENCE:2'),
      event(...MOSS, 'DTSTART:20261120T170000Z', 'SEQUENCE:1'),
    );
    assert.deepEqual(await timesOf(text), ['2026-11-21T17:00:00Z 2026-11-21T17:00:00Z']);
  });

  it('tells events without a UID apart by start and title', async () => {
    const talks = await talksOf(
      calendar(event('SUMMARY:A', 'DTSTART:20261120T170000Z'), event('SUMMARY:B', 'DTSTART:20261120T170000Z')),
    );
    assert.deepEqual(
      talks.map(({ key, uid }) => [key, uid]),
      [
        ['2026-11-20T17:00:00Z A', ''],
        ['2026-11-20T17:00:00Z B', ''],
      ],
    );
  });
});

describe('times of a calendar', () => {
  const at = (...lines: readonly string[]): string => calendar(event(...MOSS, ...lines));
  const TIMES: readonly (readonly [string, string, string])[] = [
    [
      'of a zone',
      at('DTSTART;TZID=Europe/Paris:20260720T170000', 'DTEND;TZID=Europe/Paris:20260720T180000'),
      '2026-07-20T15:00:00Z 2026-07-20T16:00:00Z',
    ],
    [
      'of no zone are read in the one that is given',
      at('DTSTART:20260720T170000', 'DURATION:PT1H30M'),
      '2026-07-20T16:00:00Z 2026-07-20T17:30:00Z',
    ],
    [
      'of no zone are read in that of the calendar',
      calendar('X-WR-TIMEZONE:America/New_York', event(...MOSS, 'DTSTART:20260720T170000')),
      '2026-07-20T21:00:00Z 2026-07-20T21:00:00Z',
    ],
    ['without an end last no time', at('DTSTART:20260720T170000Z'), '2026-07-20T17:00:00Z 2026-07-20T17:00:00Z'],
    [
      'are days from midnight to midnight',
      at('DTSTART;VALUE=DATE:20260328', 'DTEND;VALUE=DATE:20260330'),
      '2026-03-28T00:00:00Z 2026-03-29T23:00:00Z',
    ],
    ['are one day when no end is said', at('DTSTART;VALUE=DATE:20260720'), '2026-07-19T23:00:00Z 2026-07-20T23:00:00Z'],
    [
      'are one day when the end is the same day',
      at('DTSTART;VALUE=DATE:20260720', 'DTEND;VALUE=DATE:20260720'),
      '2026-07-19T23:00:00Z 2026-07-20T23:00:00Z',
    ],
    [
      'are days whose zone nobody knows',
      at('DTSTART;VALUE=DATE;TZID=Nowhere/Never:20260720'),
      '2026-07-19T23:00:00Z 2026-07-20T23:00:00Z',
    ],
    [
      'that the clock skips',
      at('DTSTART;TZID=Europe/London:20260329T013000'),
      '2026-03-29T01:30:00Z 2026-03-29T01:30:00Z',
    ],
    [
      'that the clock shows twice',
      at('DTSTART;TZID=Europe/London:20261025T013000'),
      '2026-10-25T00:30:00Z 2026-10-25T00:30:00Z',
    ],
  ];
  for (const [name, text, expected] of TIMES) {
    it(name, async () => {
      assert.deepEqual(await timesOf(text), [expected]);
    });
  }

  const ZONES: readonly (readonly [string, string])[] = [
    ['W. Europe Standard Time', '16'],
    ['"Eastern Standard Time"', '22'],
    ['"(UTC-05:00) Eastern Time (US & Canada)"', '22'],
    ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', '16'],
    ['"(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London"', '17'],
    ['/citadel.org/20210210_1/America/New_York', '22'],
    ['/freeassociation.sourceforge.net/Europe/London', '17'],
    ['America/Argentina/Buenos_Aires', '21'],
    ['Germany/Berlin', '16'],
    ['UTC', '18'],
    ['GMT+0100', '17'],
    ['"UTC-5"', '23'],
  ];
  for (const [zone, hour] of ZONES) {
    it(`are read in ${zone}`, async () => {
      const [expected] = await timesOf(at(`DTSTART;TZID=${zone}:20260720T180000`));
      assert.equal(expected?.slice(0, 14), `2026-07-20T${hour}:`);
    });
  }

  /** Clocks of nowhere: seven hours and a half ahead, in summer eight. */
  const ZONE = [
    'BEGIN:VTIMEZONE',
    'TZID:Customised time zone',
    'BEGIN:STANDARD',
    'DTSTART:16011028T030000',
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
    'TZOFFSETFROM:+0800',
    'TZOFFSETTO:+0730',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010325T020000',
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
    'TZOFFSETFROM:+0730',
    'TZOFFSETTO:+0800',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ];
  it('are of the zone that the calendar defines itself, wherever that stands', async () => {
    const events = [
      event('UID:1', 'SUMMARY:A', 'DTSTART;TZID=Customised time zone:20260120T120000'),
      event('UID:2', 'SUMMARY:B', 'DTSTART;TZID=Customised time zone:20260720T120000'),
    ];
    const expected = ['2026-01-20T04:30:00Z 2026-01-20T04:30:00Z', '2026-07-20T04:00:00Z 2026-07-20T04:00:00Z'];
    assert.deepEqual(await timesOf(calendar(...ZONE, ...events)), expected);
    assert.deepEqual(await timesOf(calendar(...events, ...ZONE)), expected);
  });

  it('of a zone that nobody knows are refused, with its name', async () => {
    assert.deepEqual(await problemsOf(at('DTSTART;TZID=Nowhere/Never:20260720T120000')), [
      '3 TZID: There is no time zone "Nowhere/Never", and the calendar does not define it.',
    ]);
  });
});

describe('an event that repeats', () => {
  const weekly = (...lines: readonly string[]): string =>
    event(
      ...MOSS,
      'DTSTART;TZID=Europe/London:20261020T170000',
      'DTEND;TZID=Europe/London:20261020T180000',
      'RRULE:FREQ=WEEKLY;COUNT=3',
      ...lines,
    );
  const starts = async (text: string, options: Partial<ReadOptions> = {}): Promise<string[]> =>
    (await talksOf(text, options)).map(({ start }) => start.slice(5, 16));

  it('keeps its time of the day when the clocks change, and has a key for each time', async () => {
    const talks = await talksOf(calendar(weekly()));
    assert.deepEqual(
      talks.map(({ key, uid, start, end }) => [key, uid, start, end]),
      [
        ['moss@example.org/20261020T160000Z', '', '2026-10-20T16:00:00Z', '2026-10-20T17:00:00Z'],
        ['moss@example.org/20261027T170000Z', '', '2026-10-27T17:00:00Z', '2026-10-27T18:00:00Z'],
        ['moss@example.org/20261103T170000Z', '', '2026-11-03T17:00:00Z', '2026-11-03T18:00:00Z'],
      ],
    );
  });

  const EXCEPTIONS: readonly (readonly [string, string[], string[]])[] = [
    ['by its zone', ['EXDATE;TZID=Europe/London:20261027T170000'], ['10-20T16:00', '11-03T17:00']],
    ['by the moment', ['EXDATE:20261027T170000Z'], ['10-20T16:00', '11-03T17:00']],
    ['by the day', ['EXDATE;VALUE=DATE:20261027'], ['10-20T16:00', '11-03T17:00']],
    ['without a zone', ['EXDATE:20261027T170000'], ['10-20T16:00', '11-03T17:00']],
    ['by a list', ['EXDATE;TZID=Europe/London:20261020T170000,20261027T170000'], ['11-03T17:00']],
    ['that are empty', ['EXDATE;TZID=Europe/London:'], ['10-20T16:00', '10-27T17:00', '11-03T17:00']],
    ['by a rule', ['EXRULE:FREQ=WEEKLY;INTERVAL=2'], ['10-27T17:00']],
  ];
  for (const [name, lines, expected] of EXCEPTIONS) {
    it(`has exceptions ${name}`, async () => {
      assert.deepEqual(await starts(calendar(weekly(...lines))), expected);
    });
  }

  it('has dates that are added, with ends of their own', async () => {
    const text = calendar(
      weekly('RDATE;TZID=Europe/London:20261224T170000', 'RDATE;VALUE=PERIOD:20261225T100000Z/PT3H'),
    );
    assert.deepEqual((await timesOf(text)).slice(3), [
      '2026-12-24T17:00:00Z 2026-12-24T18:00:00Z',
      '2026-12-25T10:00:00Z 2026-12-25T13:00:00Z',
    ]);
  });

  const changed = (recurrence: string, ...lines: readonly string[]): string =>
    event('UID:moss@example.org', recurrence, 'DTSTART:20261028T100000Z', 'DTEND:20261028T110000Z', ...lines);

  for (const recurrence of [
    'RECURRENCE-ID;TZID=Europe/London:20261027T170000',
    'RECURRENCE-ID:20261027T170000Z',
    'RECURRENCE-ID;VALUE=DATE:20261027',
    'RECURRENCE-ID:20261027T170000',
  ]) {
    it(`is another at one time, and the same talk there: ${recurrence}`, async () => {
      const other = changed(recurrence, 'SUMMARY:On ferns', 'STATUS:CANCELLED');
      for (const text of [calendar(weekly(), other), calendar(other, weekly())]) {
        const talks = await talksOf(text);
        assert.deepEqual(
          talks.map(({ key, start, title, status }) => [key.slice(17), start.slice(5, 16), title, status]),
          [
            ['20261020T160000Z', '10-20T16:00', 'On moss', 'published'],
            ['20261027T170000Z', '10-28T10:00', 'On ferns', 'cancelled'],
            ['20261103T170000Z', '11-03T17:00', 'On moss', 'published'],
          ],
        );
      }
    });
  }

  it('is another from some time on', async () => {
    const other = changed('RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/London:20261027T170000', 'SUMMARY:On ferns');
    const talks = await talksOf(calendar(weekly(), other));
    assert.deepEqual(
      talks.map(({ key, start, end, title }) => [key.slice(17), start.slice(5, 16), end.slice(5, 16), title]),
      [
        ['20261020T160000Z', '10-20T16:00', '10-20T17:00', 'On moss'],
        ['20261027T170000Z', '10-28T10:00', '10-28T11:00', 'On ferns'],
        ['20261103T170000Z', '11-04T10:00', '11-04T11:00', 'On ferns'],
      ],
    );
  });

  it('is known by the times that the calendar has of it, when it has no more', async () => {
    const [talk] = await talksOf(calendar(changed('RECURRENCE-ID:20261027T170000Z', 'SUMMARY:On ferns')));
    assert.deepEqual([talk?.key, talk?.uid], ['moss@example.org/20261027T170000Z', '']);
  });

  it('repeats to the horizon when it has no end, and says so', async () => {
    const endless = event(...MOSS, 'DTSTART:20261020T170000Z', 'RRULE:FREQ=MONTHLY');
    const { talks, notes } = await readSource(readIcalendar, calendar(endless), { horizon: '2027-01-01T00:00:00Z' });
    assert.deepEqual(
      talks.map(({ start }) => start.slice(0, 10)),
      ['2026-10-20', '2026-11-20', '2026-12-20'],
    );
    assert.ok(notes.includes('1 × repeating beyond 2027-01-01: later times come with later imports'), notes.join());
  });

  it('is refused when it repeats too often, and when finding out takes too long', async () => {
    const often = event(...MOSS, 'DTSTART:19000101T170000Z', 'RRULE:FREQ=DAILY');
    assert.deepEqual(await problemsOf(calendar(often)), ['3 RRULE: It repeats more than 10000 times.']);
    const rule = 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30';
    const never = Array.from({ length: 200 }, (_, i) =>
      event(`UID:${i}`, 'SUMMARY:No', 'DTSTART:00010101T000000Z', rule),
    );
    const problems = await problemsOf(calendar(...never));
    assert.equal(
      problems.at(-1),
      '1197 RRULE: To find when it repeats takes more work than Lectern does for a calendar.',
    );
  });
});

describe('a calendar that is not written by the rules', () => {
  const PLAIN = calendar(event(...MOSS, 'DTSTART:20261120T170000Z', 'DESCRIPTION:Größe “x” – of moss'));
  const FOLDED = PLAIN.replace('Größe', 'Gr\r\n öße').replace('of moss', 'of\r\n\t moss');
  const encoded = (text: string, encoding: BufferEncoding): Buffer => Buffer.from(text, encoding);
  const latin = Buffer.from(PLAIN.replaceAll('“', '\x93').replaceAll('”', '\x94').replaceAll('–', '\x96'), 'latin1');
  const FORMS: readonly (readonly [string, Buffer])[] = [
    ['as it ought to be', encoded(PLAIN, 'utf8')],
    ['with a byte order mark', encoded(`\ufeff${PLAIN}`, 'utf8')],
    ['in Windows-1252', latin],
    ['in UTF-16', encoded(`\ufeff${PLAIN}`, 'utf16le')],
    ['in UTF-16 without a mark', encoded(PLAIN, 'utf16le')],
    ['with bare line feeds', encoded(PLAIN.replaceAll('\r\n', '\n'), 'utf8')],
    ['with bare carriage returns', encoded(PLAIN.replaceAll('\r\n', '\r'), 'utf8')],
    ['with blank lines', encoded(PLAIN.replaceAll('\r\n', '\r\n\r\n'), 'utf8')],
    ['folded with blanks and tabs', encoded(FOLDED, 'utf8')],
    ['in small letters', encoded(PLAIN.replace('SUMMARY', 'summary').replace('BEGIN:VEVENT', 'begin:vevent'), 'utf8')],
    ['without a last line feed', encoded(PLAIN.trimEnd(), 'utf8')],
  ];
  for (const [name, bytes] of FORMS) {
    for (const size of [1, 7, 65_536]) {
      it(`is read ${name}, ${size} bytes at a time`, async () => {
        const { talks, problems } = await readSource(readIcalendar, bytes, {}, size);
        assert.deepEqual(problems, []);
        assert.deepEqual(
          talks.map(({ title, description, start }) => [title, description, start]),
          [['On moss', 'Größe “x” – of moss', '2026-11-20T17:00:00Z']],
        );
      });
    }
  }

  it('is folded in the middle of a character', async () => {
    const bytes = Buffer.from(PLAIN);
    const middle = bytes.indexOf('ö') + 1;
    const cut = Buffer.concat([bytes.subarray(0, middle), Buffer.from('\r\n '), bytes.subarray(middle)]);
    assert.equal((await readSource(readIcalendar, cut)).talks[0]?.description, 'Größe “x” – of moss');
  });

  it('has text that is broken without being folded', async () => {
    const text = PLAIN.replace('of moss', 'of\r\nmoss and\r\nferns');
    const { talks, notes } = await readSource(readIcalendar, text);
    assert.equal(talks[0]?.description, 'Größe “x” – of\nmoss and\nferns');
    assert.ok(notes.includes('2 × lines broken without being folded, put together again'), notes.join());
  });

  const REFUSED: readonly (readonly [string, string, string[]])[] = [
    ['cut short', PLAIN.slice(0, -20), ['0 : The calendar is cut short: its END:VCALENDAR is missing.']],
    ['that is none', 'Not here\r\n', ['0 : There is no calendar in it: no BEGIN:VCALENDAR.']],
    [
      'that is an answer',
      calendar('METHOD:REPLY', event(...MOSS)),
      ['3 : This is an answer to an invitation (METHOD:REPLY), not a calendar.'],
    ],
    ['of before iCalendar', PLAIN.replace('2.0', '1.0'), ['2 : This is vCalendar 1.0, which came before iCalendar.']],
    ['of another calendar', calendar('CALSCALE:HEBREW'), ['3 : Its dates are of the calendar "HEBREW".']],
    [
      'nested without end',
      `BEGIN:VCALENDAR\r\n${'BEGIN:X\r\n'.repeat(50)}`,
      ['17 : Components stand 16 deep within each other.'],
    ],
    ['with an event without a date', calendar(event(...MOSS)), ['3 : It has no DTSTART.']],
    [
      'with a date that does not exist',
      calendar(event(...MOSS, 'DTSTART:20260230T100000Z')),
      ['6 DTSTART: "20260230T100000Z" is no time that there is.'],
    ],
    [
      'with an end before its start',
      calendar(event(...MOSS, 'DTSTART:20261120T170000Z', 'DTEND:20261120T160000Z')),
      ['3 DTEND: It ends at 2026-11-20T16:00:00Z, before it begins at 2026-11-20T17:00:00Z ("On moss").'],
    ],
    [
      'that repeats by the second',
      calendar(event(...MOSS, 'DTSTART:20261120T170000Z', 'RRULE:FREQ=SECONDLY')),
      ['7 RRULE: It repeats by "FREQ=SECONDLY", which Lectern does not follow.'],
    ],
    [
      'with an event that is not closed',
      calendar('BEGIN:VEVENT', event(...MOSS, 'DTSTART:20261120T170000Z')),
      ['3 BEGIN: The event has no END:VEVENT before the next begins.'],
    ],
  ];
  for (const [name, text, expected] of REFUSED) {
    it(`is refused ${name}`, async () => {
      assert.deepEqual(await problemsOf(text), expected);
    });
  }

  it('costs no more memory than it may: a line without an end is left out', async () => {
    const long = `X-ALT-DESC;FMTTYPE=text/html:${'x'.repeat(9 * 1024 * 1024)}`;
    const { talks, notes } = await readSource(
      readIcalendar,
      calendar(event(...MOSS, 'DTSTART:20261120T170000Z', long)),
    );
    assert.deepEqual([talks.length, talks[0]?.description], [1, '']);
    assert.deepEqual(
      notes.filter((note) => note.includes('too long')),
      ['1 × lines too long to be read, left out'],
    );
  });
});
