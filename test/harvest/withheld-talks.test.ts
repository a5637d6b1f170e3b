import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Identity } from '#harvest/provenance/identity.ts';
import { SameLines } from '#harvest/reading/same-lines.ts';
import { calendar, event, importOptics, on, shownTalks } from '../support/sources/import-calendars.ts';
import { storeOf } from '../support/db/open-stores.ts';

function feed(time: string): string {
  const item = `<item><guid>moss</guid><title>On moss</title>${time}</item>`;
  const names = 'xmlns:ev="http://purl.org/rss/1.0/modules/event/" xmlns:x="urn:ietf:params:xml:ns:xcal"';
  return `<rss version="2.0" ${names}><channel><title>Talks</title>${item}</channel></rss>`;
}

describe('a talk that must not be published', () => {
  it('is removed when its source marks it as private, even with --gone keep', async (t) => {
    const store = await storeOf(t);
    const weekly = ['RRULE:FREQ=WEEKLY;COUNT=2'];
    await importOptics(store, calendar(on('moss', '20261201'), on('fern', '20261202', ...weekly)));
    const hidden = calendar(on('moss', '20261201'), on('fern', '20261202', ...weekly, 'CLASS:PRIVATE'));
    const report = await importOptics(store, hidden);
    assert.ok(report.ok);
    const fates = report.sources
      .flatMap(({ gone }) => gone)
      .map(({ title, start, fate }) => [title, start, fate])
      .sort();
    assert.deepEqual(fates, [
      ['On fern', '2026-12-02T17:00:00Z', 'withdrawn'],
      ['On fern', '2026-12-09T17:00:00Z', 'withdrawn'],
    ]);
    assert.deepEqual(await shownTalks(store), ['On moss 2026-12-01 published']);
    await importOptics(store, calendar(on('moss', '20261201'), on('fern', '20261202')));
    assert.deepEqual(await shownTalks(store), ['On fern 2026-12-02 published', 'On moss 2026-12-01 published']);
  });

  it('is removed even if it is the only talk of its source', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(on('moss', '20261201')));
    const report = await importOptics(store, calendar(on('moss', '20261201', 'CLASS:PRIVATE')));
    assert.deepEqual([report.ok, await shownTalks(store)], [true, []]);
  });

  it('is removed even if a merge gave it another slug', async (t) => {
    const store = await storeOf(t);
    const drop = new Identity('optics').talk({ slug: null, key: 'moss' });
    const same = new SameLines([{ keep: '00000000-1111-4222-8333-444444444444', drop }]);
    await importOptics(store, calendar(on('moss', '20261201')), { sources: { same } });
    assert.deepEqual(await shownTalks(store), ['On moss 2026-12-01 published']);
    const unreadable = event('moss', '20261301T170000Z', 'On moss', 'CLASS:PRIVATE');
    await importOptics(store, calendar(on('fern', '20261202'), unreadable), { sources: { same } });
    assert.deepEqual(await shownTalks(store), ['On fern 2026-12-02 published']);
  });

  const TABLE = 'id,title,start,private\n';
  const NAMELESS = 'title,start,private\n';
  const HIDDEN: Readonly<Record<string, readonly [before: string, after: string]>> = {
    'a calendar': [calendar(on('moss', '20261201')), calendar(on('moss', '20260230', 'CLASS:PRIVATE'))],
    'a calendar with a recurring event': [
      calendar(on('moss', '20261201', 'RRULE:FREQ=WEEKLY;COUNT=2')),
      calendar(on('moss', '20260230', 'CLASS:PRIVATE')),
    ],
    'a table': [`${TABLE}1,On moss,2026-12-01 17:00,\n`, `${TABLE}1,On moss,soon,yes\n`],
    'a table without identifiers': [`${NAMELESS}On moss,2026-12-01 17:00,\n`, `${NAMELESS}On moss,soon,yes\n`],
    'a feed': [feed('<ev:startdate>2026-12-01T17:00:00Z</ev:startdate>'), feed('<x:class>PRIVATE</x:class>')],
  };
  for (const [where, [before, after]] of Object.entries(HIDDEN)) {
    it(`is removed even if its entry becomes unreadable, in ${where}`, async (t) => {
      const store = await storeOf(t);
      await importOptics(store, before);
      assert.notDeepEqual(await shownTalks(store), []);
      const report = await importOptics(store, after);
      assert.deepEqual([report.ok && report.skipped, await shownTalks(store)], [[], []]);
      const notes = report.files.flatMap((file) => file.notes.map(({ what }) => what));
      assert.ok(
        notes.some((note) => note.startsWith('marked private or confidential: left out')),
        notes.join(),
      );
    });
  }

  const TIMES = { start_time: '2026-12-01 17:00:00+00:00', end_time: '2026-12-01 18:00:00+00:00' };
  const ROW = {
    seminar_id: 'MOSS',
    seminar_ctr: 4,
    title: 'On moss',
    speaker: 'Ada',
    speaker_affiliation: '',
    ...TIMES,
  };
  const SERIES = { shortname: 'MOSS', name: 'Mosses', is_conference: false, visibility: 2 };
  const EVENT = {
    id: '7',
    name: { text: 'On moss' },
    start: { utc: '2026-12-01T17:00:00Z' },
    resource_uri: 'https://www.eventbriteapi.com/v3/events/7/',
  };
  const at = (time: string): object => ({ date: '2026-12-01', time, tz: 'UTC' });
  const CONTRIBUTION = { id: '3', title: 'On moss', startDate: at('17:00:00'), duration: 30 };
  const MEETING = {
    _type: 'Conference',
    id: '8',
    title: 'Mosses',
    startDate: at('09:00:00'),
    endDate: at('18:00:00'),
    contributions: [CONTRIBUTION],
  };
  const RESTRICTED: Readonly<Record<string, readonly [before: unknown, after: readonly object[]]>> = {
    'researchseminars.org': [
      [SERIES, ROW],
      [
        [SERIES, { ...ROW, hidden: true }],
        [{ ...SERIES, visibility: 1 }, ROW],
      ],
    ],
    Eventbrite: [
      { events: [EVENT] },
      [{ status: 'draft' }, { listed: false }, { invite_only: true }].map((more) => ({
        events: [{ ...EVENT, ...more }],
      })),
    ],
    Indico: [
      { results: [MEETING] },
      [{ hasAnyProtection: true }, { visibility: { name: 'Nowhere' }, contributions: [] }].map((more) => ({
        results: [{ ...MEETING, ...more }],
      })),
    ],
  };
  for (const [site, [before, hidden]] of Object.entries(RESTRICTED)) {
    it(`is removed when ${site} no longer shows it publicly and returns when it does`, async (t) => {
      const store = await storeOf(t);
      for (const after of hidden) {
        await importOptics(store, JSON.stringify(before));
        assert.deepEqual(await shownTalks(store), ['On moss 2026-12-01 published']);
        const report = await importOptics(store, JSON.stringify(after));
        assert.ok(report.ok, JSON.stringify(report));
        const fates = report.sources.flatMap(({ gone }) => gone).map(({ fate }) => fate);
        assert.deepEqual([fates, await shownTalks(store)], [['withdrawn'], []]);
      }
    });
  }

  it('is removed without the other occurrences of its event', async (t) => {
    const store = await storeOf(t);
    const weekly = on('moss', '20261201', 'RRULE:FREQ=WEEKLY;COUNT=2');
    await importOptics(store, calendar(weekly));
    const hidden = on('moss', '20260230', 'RECURRENCE-ID:20261208T170000Z', 'CLASS:PRIVATE');
    await importOptics(store, calendar(weekly, hidden));
    assert.deepEqual(await shownTalks(store), ['On moss 2026-12-01 published']);
  });

  it('is kept with all other talks if its row does not tell which talk it is', async (t) => {
    const store = await storeOf(t);
    const rows = (...days: readonly string[]): string => [NAMELESS, ...days.map((day) => `Tea,${day},\n`)].join('');
    await importOptics(store, rows('2026-12-01', '2026-12-08'));
    const shown = await shownTalks(store);
    const report = await importOptics(store, `${rows('2026-12-01')}Tea,soon,yes\n`, { sources: { gone: 'remove' } });
    assert.ok(report.ok);
    assert.deepEqual(await shownTalks(store), shown);
  });

  it('is removed even if the same edit moves it and changes its key', async (t) => {
    const store = await storeOf(t);
    const fern = on('fern', '20261205');
    const post = (start: string, ...lines: readonly string[]): string => {
      const seconds = Date.parse(`${start}T17:00:00Z`) / 1000;
      const uid = `123-${String(seconds)}-${String(seconds + 3600)}@example.org`;
      return event(uid, start.replaceAll('-', ''), 'On moss', ...lines);
    };
    await importOptics(store, calendar(post('2026-12-01'), fern));
    const hidden = calendar(post('2026-12-02', 'CLASS:PRIVATE'), fern);
    for (let round = 0; round < 2; round++) {
      const report = await importOptics(store, hidden);
      assert.ok(report.ok);
      const fates = report.sources.flatMap(({ gone }) => gone).map(({ fate }) => fate);
      assert.deepEqual(fates, round === 0 ? ['withdrawn'] : []);
      assert.deepEqual(await shownTalks(store), ['On fern 2026-12-05 published']);
    }
    await importOptics(store, calendar(post('2026-12-02'), fern));
    assert.deepEqual(await shownTalks(store), ['On fern 2026-12-05 published', 'On moss 2026-12-02 published']);
  });

  it('is not confused with a public talk that moved', async (t) => {
    const store = await storeOf(t);
    const fern = on('fern', '20261205');
    await importOptics(store, calendar(event('a', '20261201', 'Moss and reeds under old lichens'), fern));
    const [hidden, moved] = [['b', 'CLASS:PRIVATE'], ['c']].map(([uid = '', ...lines]) =>
      event(uid, '20261202', 'Moss and reeds under old lichens', ...lines),
    );
    const report = await importOptics(store, calendar(hidden ?? '', moved ?? '', fern));
    assert.ok(report.ok);
    assert.equal(report.counts.talk.added, 0);
    assert.deepEqual(await shownTalks(store), [
      'Moss and reeds under old lichens 2026-12-02 published',
      'On fern 2026-12-05 published',
    ]);
  });

  it('is listed by --explain left-out', async (t) => {
    const store = await storeOf(t);
    const text = calendar(
      on('moss', '20261201'),
      on('a', '20261202', 'CLASS:PRIVATE'),
      on('b', '20261202', 'CLASS:X-PRIVATE'),
    );
    const { explained } = await importOptics(store, text, { sources: { explain: 'left-out' } });
    const shown = explained.map(({ talk, record }) => [talk.key, talk.hidden, record]);
    assert.deepEqual(shown, [
      ['a', 'marked private or confidential', undefined],
      ['b', 'marked private or confidential', undefined],
    ]);
  });
});
