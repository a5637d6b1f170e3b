import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ReadingFailure } from '#sources/reading-problem.ts';
import { aCalendar, anEvent } from '../../support/sources/a-calendar.ts';
import { NO_SPREADSHEETS } from '../../support/spreadsheet/spreadsheets-installed.ts';
import { xlsxFile } from '../../support/spreadsheet/xlsx-file.ts';
import { outcomes, syncScene } from './sync-scene.ts';

const SHEET = (...rows: readonly string[]): string => ['ID,Title,Date,Time', ...rows, ''].join('\n');

describe('the status page of a source', () => {
  it('is off by default and appears as soon as the source turns it on', async (t) => {
    const { put, run, state, source } = await syncScene(t);
    await put('optics', aCalendar(anEvent('moss')));
    await run();
    assert.equal((await state('optics'))?.page, null);
    const shown = { of: [source('optics', { statusPage: true, gone: 'keep', timeZone: 'Asia/Tokyo' })] };
    assert.deepEqual(outcomes(await run(shown)), ['optics read']);
    assert.deepEqual((await state('optics'))?.page, {
      zone: 'Asia/Tokyo',
      read: '2026-11-20T12:00:00Z',
      news: [],
      moreNews: 0,
      problems: [],
      moreProblems: 0,
      notes: ['1 × without an end: ends when it starts'],
      failure: [],
    });
    assert.deepEqual(outcomes(await run()), ['optics read']);
    assert.equal((await state('optics'))?.page, null);
  });

  it('names the cell or row of each problem in a workbook', { skip: NO_SPREADSHEETS }, async (t) => {
    const { put, run, state, source } = await syncScene(t);
    const headers = ['ID', 'Title', 'Date', 'Time'];
    const autumn = [headers, ['1', 'On moss', '1 December 2099', '17:00'], ['2', 'On fern', 'sometime', '17:00']];
    const spring = [headers, ['1', 'On reed', '1 March 2099', '17:00']];
    const sheets = [
      { name: 'Autumn', rows: autumn },
      { name: 'Spring term', rows: spring },
    ];
    await put('optics', xlsxFile(sheets));
    await run({ of: [source('optics', { statusPage: true })] });
    const problems = (await state('optics'))?.page?.problems.map(({ line, where, text }) => [line, where, text]);
    assert.deepEqual(problems, [
      [0, 'Autumn!C3 (Date)', problems?.[0]?.[2]],
      [
        0,
        "'Spring term'!2:2",
        'The talk "1" ("On reed") is a duplicate: first defined in Autumn!2:2. Keep one of the two at the source.',
      ],
    ]);
    assert.match(String(problems[0]?.[2]), /"sometime"/);
  });

  it('lists guesses and omissions without command-line options', async (t) => {
    const { put, run, state, source } = await syncScene(t);
    await put(
      'optics',
      SHEET('1,On moss,1 December 2099,17:00').replace('Time', 'Time,Private').replace('17:00', '17:00,yes'),
    );
    await run({ of: [source('optics', { statusPage: true })] });
    assert.deepEqual((await state('optics'))?.page?.notes, [
      '1 × marked private or confidential: left out',
      '1 × without a time zone: read in Europe/London',
      '1 × without an end: ends when it starts',
      '1 × read with id from "ID", title from "Title", date from "Date", time from "Time", private from "Private"',
    ]);
  });

  it('lists changes and problems until the content of the source changes', async (t) => {
    const { put, run, pass, state, source } = await syncScene(t);
    const of = [source('optics', { statusPage: true })];
    await put('optics', SHEET('1,On moss,2099-12-01,17:00', '2,On fern,2099-12-02,17:00'));
    await run({ of });
    pass(60);
    await put('optics', SHEET('1,On moss,2099-12-03,17:00', '3,On reed,2099-12-04,17:00', '4,On sedge,sometime,17:00'));
    await run({ of });
    const page = (await state('optics'))?.page;
    assert.deepEqual(page?.news, [
      { what: 'added', title: 'On reed', start: '2099-12-04T17:00:00Z' },
      { what: 'moved', title: 'On moss', start: '2099-12-03T17:00:00Z' },
      { what: 'gone', title: 'On fern', start: '2099-12-02T17:00:00Z' },
    ]);
    assert.deepEqual(
      page.problems.map(({ line, where }) => [line, where]),
      [[4, 'Date']],
    );
    assert.match(page.problems[0]?.text ?? '', /"sometime"/);
    pass(60);
    assert.deepEqual(outcomes(await run({ of })), ['optics same']);
    assert.deepEqual((await state('optics'))?.page, page);
    await put('optics');
    pass(60);
    assert.deepEqual(outcomes(await run({ of })), ['optics failed']);
    assert.deepEqual((await state('optics'))?.page, {
      ...page,
      failure: [{ line: 0, where: '', text: 'File not found. Check the path.' }],
    });
  });

  it('omits talks that became private and their problems', async (t) => {
    const { put, run, pass, state, source } = await syncScene(t);
    const of = [source('optics', { statusPage: true })];
    const sheet = (...rows: readonly string[]): string => ['ID,Title,Date,Time,Private', ...rows, ''].join('\n');
    await put(
      'optics',
      sheet('1,On moss,2099-12-01,17:00,', '2,On fern,2099-12-02,17:00,', '3,On reed,2099-12-03,17:00,'),
    );
    await run({ of });
    pass(60);
    await put(
      'optics',
      sheet('1,On moss,2099-12-01,17:00,', '2,On fern,2099-12-02,17:00,yes', '3,On reed,sometime,,yes'),
    );
    assert.deepEqual(outcomes(await run({ of })), ['optics read']);
    const page = (await state('optics'))?.page;
    assert.deepEqual([page?.news, page?.moreNews, page?.problems], [[], 0, []]);
  });

  it('limits its size and the number of problems', async (t) => {
    const { put, run, state, source } = await syncScene(t);
    const rows = Array.from(
      { length: 120 },
      (_, i) => `${String(i)},${'x'.repeat(2000)},${i < 5 ? '2099-12-01' : 'never'},`,
    );
    await put('optics', SHEET(...rows));
    await run({ of: [source('optics', { statusPage: true })] });
    const { page } = (await state('optics')) ?? {};
    assert.deepEqual([page?.problems.length, page?.moreProblems, page?.news.length], [50, 65, 5]);
    assert.ok(JSON.stringify(page).length < 60_000);
  });

  it('hides tokens, passwords, paths and stack traces', async (t) => {
    const { run, state, source } = await syncScene(t);
    const hint = 'Read https://ada:word@talks.example.org/secret?token=abc#x, or webcal://c.example.org/k3y.ics.';
    const what = 'Cannot open /srv/lectern/secret/talks.csv or C:\\secret\\talks.csv on 12/10/2026.';
    for (const [error, text] of [
      [new TypeError('at /srv/lectern/dist/secret.js'), 'A bug in Lectern. Its log has the details.'],
      [
        new ReadingFailure({ code: 'x', where: '', what, hint }),
        'Cannot open … or … on 12/10/2026. Read https://talks.example.org/… or webcal://c.example.org/…',
      ],
    ] as const) {
      const open = (): Promise<never> => Promise.reject(error);
      await run({ of: [source('optics', { statusPage: true })], open, which: 'all' });
      const { page } = (await state('optics')) ?? {};
      assert.deepEqual(page?.failure, [{ line: 0, where: '', text }]);
    }
  });
});
