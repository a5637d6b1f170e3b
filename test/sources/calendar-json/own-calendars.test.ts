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
