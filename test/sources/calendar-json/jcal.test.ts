import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { icalendar } from '#representations/calendar/icalendar-feed.ts';
import { jcal } from '#representations/calendar/jcal-feed.ts';
import { jscalendar } from '#representations/calendar/jscalendar-feed.ts';
import { readJcal } from '#sources/calendar-json/jcal.ts';
import { readJscalendar } from '#sources/calendar-json/jscalendar.ts';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import { sourceFormatOf } from '#sources/source-formats.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { cancelledTalk, documents, movedTalk, plainTalk } from '../../support/render/feed-documents.ts';
import { readSource } from '../../support/sources/read-source.ts';

type Property = readonly [name: string, parameters: object, type: string, ...values: readonly unknown[]];

const START: Property = ['dtstart', { tzid: 'Europe/Berlin' }, 'date-time', '2026-12-01T17:00:00'];

function calendar(...events: readonly (readonly Property[])[]): unknown {
  return ['vcalendar', [['version', {}, 'text', '2.0']], events.map((event) => ['vevent', event, []])];
}

describe('jCal', () => {
  it('is read like the equivalent iCalendar', async () => {
    const { talks, problems } = await readSource(
      readJcal,
      JSON.stringify(
        calendar(
          [
            ['uid', {}, 'text', 'moss'],
            START,
            ['dtend', { tzid: 'Europe/Berlin' }, 'date-time', '2026-12-01T18:00:00'],
            ['rrule', {}, 'recur', { freq: 'WEEKLY', count: 3, byday: ['TU'] }],
            ['exdate', { tzid: 'Europe/Berlin' }, 'date-time', '2026-12-08T17:00:00'],
            ['summary', { language: 'en' }, 'text', 'Moss; ferns, and\nreeds'],
            ['categories', {}, 'text', 'Plants, old', 'Moss'],
          ],
          [['uid', {}, 'text', 'fern'], START, ['class', {}, 'text', 'PRIVATE']],
        ),
      ),
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      talks.map(({ key, start, end, title, zone, language }) => [key, start, end, title, zone, language]),
      ['2026-12-01', '2026-12-15'].map((day) => [
        `moss/${day.replaceAll('-', '')}T160000Z`,
        `${day}T16:00:00Z`,
        `${day}T17:00:00Z`,
        'Moss; ferns, and\nreeds',
        'Europe/Berlin',
        'en',
      ]),
    );
    assert.deepEqual(talks[0]?.topics, [{ label: 'Plants, old' }, { label: 'Moss' }]);
  });

  it('is reported with the number of an invalid event, or as not a calendar', async () => {
    const problemsOf = async (document: unknown): Promise<string[]> => {
      const { problems } = await readSource(readJcal, JSON.stringify(document));
      return problems.map(({ line, code, where }) => `${line} ${code} ${where}`.trim());
    };
    const bad: Property = ['dtstart', {}, 'date', '2026-02-30'];
    assert.deepEqual(await problemsOf(calendar([START], [bad])), ['2 bad-value DTSTART']);
    assert.deepEqual(await problemsOf(['vcard', [], []]), ['0 no-calendar']);
    assert.deepEqual(await problemsOf([]), ['0 no-calendar']);
    assert.deepEqual(await problemsOf(['vcalendar', [], ['x']]), ['0 not-a-component']);
    assert.deepEqual(await problemsOf([calendar([START]), calendar([bad])]), ['2 bad-value DTSTART']);
  });

  it('is recognised as one calendar or a list of calendars', () => {
    assert.equal(sourceFormatOf(JSON.stringify(calendar()))?.name, 'jcal');
    assert.equal(sourceFormatOf(JSON.stringify([calendar()]))?.name, 'jcal');
  });
});

const TALKS = [
  movedTalk,
  plainTalk,
  { ...cancelledTalk, talk: { ...cancelledTalk.talk, slug: plainTalk.talk.slug.replace(/^./, '0') } },
];

/** The talk without its position in the file and without its list of unsaid fields. */
function content({ line: _line, unsaid: _unsaid, speakersFrom: _from, ...talk }: SourceTalk): unknown {
  return talk;
}

const WRITTEN = documents(icalendar)(TALKS);

describe('jCal and JSCalendar written by Lectern', () => {
  it('give the same talks as iCalendar written by Lectern', async () => {
    const calendar = await readSource(readIcalendar, WRITTEN);
    const asJcal = await readSource(readJcal, documents(jcal)(TALKS));
    assert.deepEqual(asJcal.problems, []);
    assert.deepEqual(asJcal.talks.map(content), calendar.talks.map(content));
    const asJscalendar = await readSource(readJscalendar, documents(jscalendar)(TALKS));
    assert.deepEqual(asJscalendar.problems, []);
    // JSCalendar cannot hold the address that an organiser in iCalendar needs.
    const withoutOrganisers = calendar.talks.map((talk) => content({ ...talk, organisers: [] }));
    assert.deepEqual(asJscalendar.talks.map(content), withoutOrganisers);
  });

  it('are recognised, even without talks', () => {
    for (const talks of [TALKS, []]) {
      assert.equal(sourceFormatOf(documents(jcal)(talks).toString())?.name, 'jcal');
      assert.equal(sourceFormatOf(documents(jscalendar)(talks).toString())?.name, 'jscalendar');
    }
  });
});
