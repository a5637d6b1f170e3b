import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImportReport } from '#harvest/import-catalogue.ts';
import { streamInput } from '#sources/file-input.ts';
import type { SourceFormat } from '#sources/source-format.ts';
import { SOURCE_FORMATS } from '#sources/source-formats.ts';
import { calendar, importOptics, inputOf, on, shownTalks } from '../support/sources/import-calendars.ts';
import { READ_OPTIONS } from '../support/sources/read-source.ts';
import { storeOf } from '../support/db/open-stores.ts';

describe('an import of a faulty file', () => {
  it('skips a bad entry and imports the others', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(on('moss', '20261201'), on('fern', '20261202')));
    const bad = calendar(on('moss', '20261203'), on('reed', '20260230'));
    const report = await importOptics(store, bad, { sources: { gone: 'remove' } });
    assert.deepEqual(report.ok && report.skipped, [
      {
        code: 'bad-value',
        where: 'DTSTART',
        what: '"20260230T170000Z" is not a valid time. (In reed.)',
        hint: 'Fix the event at its source.',
        file: 'calendar.ics',
        line: 11,
      },
    ]);
    assert.deepEqual(await shownTalks(store), ['On moss 2026-12-03 published']);
  });

  it('is refused if all entries are bad, or if any is bad and the file replaces the catalogue', async (t) => {
    const store = await storeOf(t);
    const reed = on('reed', '20260230');
    const gone = { sources: { gone: 'remove' } } as const;
    const read = async (text: string, choices: Parameters<typeof importOptics>[2]): Promise<unknown> => {
      const report = await importOptics(store, text, choices);
      return report.ok ? report.skipped.length : report.problems.map(({ code, line }) => [code, line]);
    };
    assert.equal(
      await read(calendar(on('moss', '20261201'), reed), { replace: true }),
      1,
      'an empty catalogue has nothing to lose',
    );
    assert.deepEqual(await read(calendar(reed), gone), [
      ['empty-source', 0],
      ['bad-value', 6],
    ]);
    const two = calendar(on('fern', '20261202'), reed);
    assert.deepEqual(await read(two, { replace: true }), [['bad-value', 11]]);
    assert.deepEqual(await shownTalks(store), ['On moss 2026-12-01 published']);
    assert.equal(await read(two, { replace: true, sources: { skipBad: true } }), 1);
    assert.deepEqual(await shownTalks(store), ['On fern 2026-12-02 published']);
  });

  it('is refused if the file is cut short', async (t) => {
    const text = calendar(on('reed', '20260230'), on('moss', '20261201')).slice(0, -20);
    const report = await importOptics(await storeOf(t), text);
    assert.deepEqual(!report.ok && report.problems.map(({ code }) => code), ['cut-short', 'bad-value']);
  });

  it('removes nothing if the end of the calendar is missing', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(on('moss', '20261201'), on('fern', '20261202')));
    const cut = calendar(on('moss', '20261203')).replace('END:VCALENDAR', '');
    assert.ok((await importOptics(store, cut, { sources: { gone: 'remove' } })).ok);
    assert.deepEqual(await shownTalks(store), ['On fern 2026-12-02 published', 'On moss 2026-12-03 published']);
  });

  it('is refused if the file is empty, in every format except the catalogue format', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(on('moss', '20261201')));
    const read = (text: string, format?: SourceFormat): Promise<ImportReport> =>
      importOptics(store, text, { sources: { gone: 'remove', format } });
    for (const nothing of ['', ' \n\r\n', '\ufeff', '\n'.repeat(100_000)]) {
      const report = await read(nothing);
      assert.deepEqual(!report.ok && report.problems.map(({ code, file, line }) => [code, file, line]), [
        ['empty-source', 'calendar.ics', 0],
      ]);
    }
    const taken: string[] = [];
    for (const format of SOURCE_FORMATS) if ((await read('', format)).ok) taken.push(format.name);
    assert.deepEqual(taken, ['catalogue'], 'a catalogue file without records is empty');
    assert.deepEqual(await shownTalks(store), ['On moss 2026-12-01 published']);
  });

  it('is refused and closes the file if the name of its source is too long', async (t) => {
    const store = await storeOf(t);
    let isOpen = true;
    const endless = async function* (): AsyncGenerator<Buffer> {
      try {
        for (;;) yield Buffer.from(calendar(on('moss', '20261201')));
      } finally {
        isOpen = false;
      }
    };
    const inputs = [streamInput('calendar.ics', endless())];
    const refused = await importOptics(store, '', { inputs, sources: { source: 'é'.repeat(501) } });
    assert.deepEqual(!refused.ok && refused.problems, [
      {
        code: 'too-long',
        where: '',
        what: 'The name of the source has 501 characters.',
        hint: 'Give it a name of at most 500 with --source.',
        file: 'calendar.ics',
        line: 0,
      },
    ]);
    assert.equal(isOpen, false);
    const source = 'é'.repeat(500);
    assert.ok((await importOptics(store, calendar(on('moss', '20261201')), { sources: { source } })).ok);
    assert.deepEqual(await store.provenance.sources(), [source]);
  });

  it('is refused if an option applies to none of its files', async (t) => {
    const store = await storeOf(t);
    const talks = calendar(on('moss', '20261201'));
    const read = { ...READ_OPTIONS, mapping: new Map([['title', 'Subject']]), dateOrder: 'dmy' as const };
    const refused = await importOptics(store, talks, { sources: { read } });
    assert.deepEqual(!refused.ok && refused.problems.map(({ file, what, hint }) => [file, what, hint]), [
      [
        '--map',
        'iCalendar has no use for --map.',
        'Map title, speakers, hosts or organisers to a property, or a part of one: speakers=ATTENDEE, speakers=DESCRIPTION:Speaker, title=SUMMARY after :. Or leave --map out.',
      ],
      ['--date-order', 'iCalendar has no use for --date-order.', 'Leave --date-order out.'],
    ]);
    const feed = '<rss version="2.0"><channel><title>Talks</title></channel></rss>';
    const partly = await importOptics(store, feed, { sources: { read } });
    assert.deepEqual(!partly.ok && partly.problems.map(({ file }) => file), ['--date-order']);
    const byDefault = await importOptics(store, talks, { sources: { read, byDefault: ['map', 'date-order'] } });
    assert.equal(byDefault.ok, true);
    const table = 'Subject,Start\nFern,03/12/2026 17:00\n';
    const beside = await importOptics(store, '', {
      inputs: [inputOf(table, 'talks.csv'), inputOf(talks, 'talks.ics')],
      sources: { read, source: undefined },
    });
    assert.equal(beside.ok, true, 'the options apply to one of the files');
  });

  it('is refused if its format is unknown', async (t) => {
    const report = await importOptics(await storeOf(t), '%PDF-1.7\n%\u00e2\u00e3');
    assert.equal(!report.ok && report.problems[0]?.code, 'unknown-format');
    const page = await importOptics(await storeOf(t), '<html><body>Sign in</body></html>');
    assert.equal(!page.ok && page.problems[0]?.code, 'no-json-ld');
  });
});
