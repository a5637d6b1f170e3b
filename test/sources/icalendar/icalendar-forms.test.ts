import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { describe, it } from 'node:test';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { aCalendar } from '../../support/sources/a-calendar.ts';
import { readSource } from '../../support/sources/read-source.ts';
import { event, MOSS, problemsOf } from './read-calendar.ts';

describe('a calendar file', () => {
  const PLAIN = aCalendar(event(...MOSS, 'DTSTART:20261120T170000Z', 'DESCRIPTION:Größe “x” – of moss'));
  const FOLDED = PLAIN.replace('Größe', 'Gr\r\n öße').replace('of moss', 'of\r\n\t moss');
  const encoded = (text: string, encoding: BufferEncoding): Buffer => Buffer.from(text, encoding);
  const latin = Buffer.from(PLAIN.replaceAll('“', '\x93').replaceAll('”', '\x94').replaceAll('–', '\x96'), 'latin1');
  const FORMS: readonly (readonly [string, Buffer])[] = [
    ['in regular form', encoded(PLAIN, 'utf8')],
    ['with a byte order mark', encoded(`\ufeff${PLAIN}`, 'utf8')],
    ['in Windows-1252', latin],
    ['in UTF-16', encoded(`\ufeff${PLAIN}`, 'utf16le')],
    ['in UTF-16 without a byte order mark', encoded(PLAIN, 'utf16le')],
    ['with bare line feeds', encoded(PLAIN.replaceAll('\r\n', '\n'), 'utf8')],
    ['with bare carriage returns', encoded(PLAIN.replaceAll('\r\n', '\r'), 'utf8')],
    ['with blank lines', encoded(PLAIN.replaceAll('\r\n', '\r\n\r\n'), 'utf8')],
    ['folded with spaces and tabs', encoded(FOLDED, 'utf8')],
    [
      'folded inside names',
      encoded(PLAIN.replace('SUMMARY', 'SUMM\r\n ARY').replace('DTSTART', 'DT\r\n START'), 'utf8'),
    ],
    ['with CALSCALE misspelt', encoded(PLAIN.replace('VERSION:2.0', 'VERSION:2.0\r\nCALSCALE:GEORGIAN'), 'utf8')],
    ['in lower case', encoded(PLAIN.replace('SUMMARY', 'summary').replace('BEGIN:VEVENT', 'begin:vevent'), 'utf8')],
    ['without a final newline', encoded(PLAIN.trimEnd(), 'utf8')],
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

  it('is read if folding splits a character', async () => {
    const bytes = Buffer.from(PLAIN);
    const middle = bytes.indexOf('ö') + 1;
    const cut = Buffer.concat([bytes.subarray(0, middle), Buffer.from('\r\n '), bytes.subarray(middle)]);
    assert.equal((await readSource(readIcalendar, cut)).talks[0]?.description, 'Größe “x” – of moss');
  });

  it('keeps capitalised lines of text that is broken without folding', async () => {
    const text = aCalendar(event('UID:moss', 'DTSTART:20261120T170000Z', 'SUMMARY:On', 'MOSS', 'FERNS', ' and reeds'));
    const { talks } = await readSource(readIcalendar, text);
    assert.deepEqual(
      talks.map(({ title }) => title),
      ['On\nMOSS\nFERNSand reeds'],
    );
  });

  it('joins text that is broken without folding, with a note', async () => {
    const text = PLAIN.replace('of moss', 'of\r\nmoss and\r\nferns');
    const { talks, notes } = await readSource(readIcalendar, text);
    assert.equal(talks[0]?.description, 'Größe “x” – of\nmoss and\nferns');
    assert.ok(notes.includes('2 × lines broken without folding, joined'), notes.join());
  });

  /** What is wrong with a calendar that is nearly whole, and the notes that say so. */
  const NEARLY: readonly (readonly [what: string, text: string, notes: readonly string[]])[] = [
    [
      'without END:VCALENDAR',
      PLAIN.replace('END:VCALENDAR\r\n', ''),
      ['1 × END:VCALENDAR is missing: read, but no talk counts as gone, as the file may be cut short'],
    ],
    [
      'cut short in its last line',
      PLAIN.slice(0, -6),
      ['1 × END:VCALENDAR is missing: read, but no talk counts as gone, as the file may be cut short'],
    ],
    ['in an HTML comment', `<!--\r\n${PLAIN}-->\r\n`, []],
    ['in an HTML comment on the same lines', `<!-- ${PLAIN.trimEnd()} -->`, []],
    ['after an HTML comment', `<!-- the calendar -->\n${PLAIN}`, []],
    ['with an offset in its time', PLAIN.replace('T170000Z', 'T190000+0200'), []],
    [
      'with an empty TZID',
      PLAIN.replace('DTSTART:20261120T170000Z', 'DTSTART;TZID=:20261120T170000'),
      ['1 × without a time zone: read in Europe/London (--time-zone)'],
    ],
    [
      'with the zone tzone://Microsoft/Utc',
      PLAIN.replace('DTSTART:20261120T170000Z', 'DTSTART;TZID=tzone://Microsoft/Utc:20261120T170000'),
      [],
    ],
    [
      'with that zone in quotes',
      PLAIN.replace('DTSTART:20261120T170000Z', 'DTSTART;TZID="tzone://Microsoft/Utc":20261120T170000'),
      [],
    ],
  ];
  for (const [what, text, expected] of NEARLY) {
    it(`is read ${what}`, async () => {
      assert.equal(sourceFormatOf(text)?.name, 'icalendar');
      const { talks, problems, notes } = await readSource(readIcalendar, text);
      assert.deepEqual(
        [talks.map(({ title, start }) => [title, start]), problems],
        [[['On moss', '2026-11-20T17:00:00Z']], []],
      );
      assert.deepEqual(
        notes.filter((note) => !note.includes('without an end')),
        expected,
      );
    });
  }

  it('has white space for \\r\\n, and \\r otherwise as it is', async () => {
    const place = event(
      ...MOSS,
      'DTSTART:20261120T170000Z',
      String.raw`LOCATION:Room 1\r\nHall`,
      String.raw`DESCRIPTION:$\rho$`,
    );
    const { talks } = await readSource(readIcalendar, aCalendar(place));
    assert.deepEqual(
      [talks[0]?.location.split(/\s+/u), talks[0]?.description],
      [['Room', '1', 'Hall'], String.raw`$\rho$`],
    );
  });

  const REFUSED: readonly (readonly [string, string, string[]])[] = [
    ['if it is truncated', PLAIN.slice(0, -20), ['0 : The calendar is truncated: END:VCALENDAR is missing.']],
    ['if it is not a calendar', 'Not here\r\n', ['0 : It is not a calendar: BEGIN:VCALENDAR is missing.']],
    [
      'as a reply to an invitation',
      aCalendar('METHOD:REPLY', event(...MOSS)),
      ['3 : This is a reply to an invitation (METHOD:REPLY), not a calendar.'],
    ],
    ['as vCalendar 1.0', PLAIN.replace('2.0', '1.0'), ['2 : This is vCalendar 1.0, the predecessor of iCalendar.']],
    ['with CALSCALE:HEBREW', aCalendar('CALSCALE:HEBREW'), ['3 : Its dates are in the calendar "HEBREW".']],
    [
      'if it is nested too deeply',
      `BEGIN:VCALENDAR\r\n${'BEGIN:X\r\n'.repeat(50)}`,
      ['17 : Components are nested more than 16 levels deep.'],
    ],
    ['with an event without a date', aCalendar(event(...MOSS)), ['3 : It has no DTSTART.']],
    [
      'with a date that does not exist',
      aCalendar(event(...MOSS, 'DTSTART:20260230T100000Z')),
      ['6 DTSTART: "20260230T100000Z" is not a valid time.'],
    ],
    [
      'with an event that is not closed',
      aCalendar('BEGIN:VEVENT', event(...MOSS, 'DTSTART:20261120T170000Z')),
      ['3 BEGIN: The event has no END:VEVENT before the next begins.'],
    ],
  ];
  for (const [name, text, expected] of REFUSED) {
    it(`is reported ${name}`, async () => {
      assert.deepEqual(await problemsOf(text), expected);
    });
  }

  it('is imported without the end of an event if its DTEND is invalid', async () => {
    const text = aCalendar(event(...MOSS, 'DTSTART:20261120T170000Z', 'DTEND:20261199T160000Z'));
    const { talks, problems } = await readSource(readIcalendar, text);
    assert.deepEqual(
      talks.map(({ start, end }) => [start, end]),
      [['2026-11-20T17:00:00Z', '2026-11-20T17:00:00Z']],
    );
    assert.deepEqual(problems, [
      {
        code: 'bad-value',
        where: 'DTEND',
        what: '"20261199T160000Z" is not a valid time. It is imported without an end.',
        hint: 'Fix the event at its source.',
        line: 7,
        key: 'moss@example.org',
        read: 'without-end',
      },
    ]);
  });

  it('yields only the first time of an event with FREQ=SECONDLY, with the key of that occurrence', async () => {
    const text = aCalendar(event(...MOSS, 'DTSTART:20261120T170000Z', 'RRULE:FREQ=SECONDLY'));
    assert.deepEqual(await problemsOf(text), [
      '7 RRULE: Unsupported recurrence rule: "FREQ=SECONDLY". Only its first time is imported.',
    ]);
    const { talks } = await readSource(readIcalendar, text);
    assert.deepEqual(
      talks.map(({ key }) => key),
      ['moss@example.org/20261120T170000Z'],
    );
  });

  it('is read without lines over the size limit, with a note', async () => {
    const long = `X-ALT-DESC;FMTTYPE=text/html:${'x'.repeat(9 * 1024 * 1024)}`;
    const { talks, notes } = await readSource(
      readIcalendar,
      aCalendar(event(...MOSS, 'DTSTART:20261120T170000Z', long)),
    );
    assert.deepEqual([talks.length, talks[0]?.description], [1, '']);
    assert.deepEqual(
      notes.filter((note) => note.includes('over the limit')),
      ['1 × lines over the limit, left out'],
    );
  });
});

it('line numbers of a calendar are correct in chunks of any size, even with folds inside characters', async () => {
  const fold = '\r\n ';
  const inside = (character: string): Buffer => {
    const bytes = Buffer.from(character);
    return Buffer.concat([bytes.subarray(0, 1), Buffer.from(fold), bytes.subarray(1)]);
  };
  const calendar = Buffer.concat([
    Buffer.from('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:M'),
    inside('ö'),
    Buffer.from('\u2028'),
    inside('😀'),
    Buffer.from('\r\nDTSTART:20261201T170000Z\r\nEND:VEVENT\r\n'),
    Buffer.from('BEGIN:VEVENT\r\nUID:b\r\nDTSTART:soon\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'),
  ]);
  for (const size of [1, 2, 3, 16, 17, 1000]) {
    const { talks, problems } = await readSource(readIcalendar, calendar, {}, size);
    assert.deepEqual(
      [talks.map(({ title, line }) => [title, line]), problems.map(({ line }) => line)],
      [[['Mö\u2028😀', 2]], [11]],
      `chunks of ${String(size)} bytes`,
    );
  }
});

const START = 'DTSTART:20261020T170000Z';

describe('an event of a calendar', () => {
  const LARGE: Readonly<Record<string, readonly string[]>> = {
    'empty lines': Array.from({ length: 100_000 }, () => 'URL:'),
    parameters: [`LOCATION${Array.from({ length: 100_000 }, (_, number) => `;P${number}=`).join('')}:Glass House`],
    categories: [`CATEGORIES:${'a,'.repeat(100_000)}b`],
  };
  for (const [what, lines] of Object.entries(LARGE)) {
    it(`is left out if it has 100,000 ${what}`, async () => {
      const large = event(...MOSS, START, ...lines);
      const { talks, problems } = await readSource(readIcalendar, aCalendar(large, event('UID:fern', START)));
      assert.deepEqual(
        [talks.map(({ key }) => key), problems.map(({ code, key }) => `${key ?? ''} ${code}`)],
        [['fern'], ['moss@example.org too-large']],
      );
    });
  }
});

describe('a VTIMEZONE', () => {
  const at = (name: string): string => event(`UID:${name}`, `DTSTART;TZID=${name}:20261020T170000`);
  const zone = (name: string, ...lines: readonly string[]): string =>
    [
      'BEGIN:VTIMEZONE',
      `TZID:${name}`,
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      ...lines,
      'END:STANDARD',
      'END:VTIMEZONE',
    ].join('\r\n');

  it('is not used if it is too large, with a note', async () => {
    const dates = Array.from({ length: 20_000 }, () => 'RDATE:19800101T000000');
    const { talks, problems, notes } = await readSource(
      readIcalendar,
      aCalendar(zone('Moss', ...dates), zone('Fern'), at('Moss'), at('Fern')),
    );
    assert.deepEqual(
      [talks.map(({ start }) => start), problems.map(({ what }) => what)],
      [['2026-10-20T15:00:00Z'], ['Unknown time zone "Moss".']],
    );
    assert.ok(notes.includes('1 × definitions of time zones beyond the limits, not used'), notes.join());
  });

  it('is not used if its offset changes too often', async () => {
    const daily = zone('Moss', 'RRULE:FREQ=DAILY');
    assert.deepEqual(await problemsOf(aCalendar(daily, at('Moss'))), ['12 TZID: Unknown time zone "Moss".']);
  });

  it('is not used once the zones of the file have taken too much work', async () => {
    const names = Array.from({ length: 100 }, (_, number) => `Moss ${number}`);
    const yearly = names.map((name) => zone(name, 'RRULE:FREQ=WEEKLY'));
    const { talks, problems } = await readSource(readIcalendar, aCalendar(...yearly, ...names.map(at)));
    assert.deepEqual(
      [talks[0]?.key, problems.at(-1)?.what, talks.length + problems.length],
      ['Moss 0', 'Unknown time zone "Moss 99".', 100],
    );
  });
});
