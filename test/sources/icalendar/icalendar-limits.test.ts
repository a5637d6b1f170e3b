import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import { aCalendar } from '../../support/sources/a-calendar.ts';
import { readSource } from '../../support/sources/read-source.ts';
import { MOSS, event, problemsOf } from './read-calendar.ts';

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
