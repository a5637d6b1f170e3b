import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cellName, cellPosition } from '#sources/spreadsheet/cell-name.ts';
import { builtInKind, elapsedText, numberKind, serialText } from '#sources/spreadsheet/number-format.ts';
import { NO_SPREADSHEETS } from '../../support/spreadsheet/spreadsheets-installed.ts';
import { readWorkbook } from '../../support/spreadsheet/talk-lines.ts';
import { formatted, type XlsxCell, xlsxFile } from '../../support/spreadsheet/xlsx-file.ts';

/** 27 October 2026. */
const DAY = 46_322;
const HEADER = ['Title', 'Date', 'Time', 'Speaker'];

function raw(type: string, content: string): XlsxCell {
  return { attributes: `t="${type}"`, content };
}

describe('an Excel workbook', { skip: NO_SPREADSHEETS }, () => {
  for (const options of [{}, { isShared: true }, { isStrict: true }]) {
    it(`is read if it is written with ${JSON.stringify(options)}`, async () => {
      const rows = [
        ['Optics & lamps', null],
        [],
        HEADER,
        ['On moss', formatted(DAY, 'dd/mm/yyyy'), formatted(0.75, 'hh:mm'), 'Ada Ray & Bo Day'],
      ];
      assert.deepEqual(await readWorkbook(xlsxFile([{ name: 'Talks', rows }], options)), {
        talks: ['On moss, 2026-10-27T18:00:00Z, Ada Ray & Bo Day'],
        problems: [],
        notes: [],
      });
    });
  }

  it('is read with dates as displayed, in the 1900 and 1904 date systems', async () => {
    const rows = [
      ['Title', 'Start', 'Duration'],
      ['Day and time', formatted(DAY + 17.5 / 24, 'dd/mm/yyyy hh:mm'), formatted(1.5 / 24, '[h]:mm')],
      ['Only the day is shown', formatted(DAY + 0.4, 'dd/mm/yyyy'), null],
      ['As text', '28 October 2026, 5pm', 90],
      ['In ISO 8601', raw('d', '<v>2026-10-27T17:30:00</v>'), null],
    ];
    const talks = [
      'Day and time, 2026-10-27T17:30:00Z, 2026-10-27T19:00:00Z',
      'Only the day is shown, 2026-10-27T00:00:00Z, 2026-10-28T00:00:00Z',
      'As text, 2026-10-28T17:00:00Z, 2026-10-28T18:30:00Z',
      'In ISO 8601, 2026-10-27T17:30:00Z',
    ];
    assert.deepEqual((await readWorkbook(xlsxFile([{ name: 'Talks', rows }]))).talks, talks);
    const [, first] = rows;
    const since1904 = [
      rows[0] ?? [],
      ['Day and time', formatted(DAY - 1462 + 17.5 / 24, 'dd/mm/yyyy hh:mm'), first?.[2] ?? null],
    ];
    const { talks: later } = await readWorkbook(xlsxFile([{ name: 'Talks', rows: since1904 }], { is1904: true }));
    assert.deepEqual(later, talks.slice(0, 1));
  });

  it('is read with rich, inline, formula and boolean cells as text', async () => {
    const rows = [
      ['Title', 'Date', 'Speaker', 'ID'],
      [
        raw('inlineStr', '<is><r><t>On </t></r><r><rPr/><t xml:space="preserve">moss</t></r><rPh><t>no</t></rPh></is>'),
        formatted(DAY, 'dd/mm/yyyy'),
        raw('str', '<f>A1</f><v>Ada Ray</v>'),
        { attributes: 's="5"', content: '<v>7.0</v>' },
      ],
      [
        raw('inlineStr', '<is><t>Line_x000D_\nbreak</t></is>'),
        raw('str', '<v>2026-10-28</v>'),
        raw('b', '<v>1</v>'),
        null,
      ],
    ];
    const { talks } = await readWorkbook(xlsxFile([{ name: 'Talks', rows }]));
    assert.deepEqual(talks, [
      'On moss, 2026-10-27T00:00:00Z, 2026-10-28T00:00:00Z, Ada Ray',
      'Line\nbreak, 2026-10-28T00:00:00Z, 2026-10-29T00:00:00Z, TRUE',
    ]);
  });

  it('yields notes on cells with errors and uncalculated formulas', async () => {
    const rows = [
      HEADER,
      ['On moss', formatted(DAY, 'dd/mm/yyyy'), raw('e', '<f>B9</f><v>#REF!</v>'), { content: '<f>A1&amp;A2</f>' }],
    ];
    assert.deepEqual((await readWorkbook(xlsxFile([{ name: 'Term 1', rows }]))).notes, [
      "1 × a cell with an error such as #REF!, read as empty: 'Term 1'!C2",
      "1 × a formula without a saved result, read as empty (open and save it in a spreadsheet program): 'Term 1'!D2",
    ]);
  });

  it('is read with merged cells, but without hidden rows and unticked boxes', async () => {
    const box = raw('b', '<v>0</v>');
    const day = formatted(DAY, 'dd/mm/yyyy');
    const rows = [
      ['Title', 'When', null, 'Speaker', 'Done'],
      [null, 'Date', 'Time', null, null],
      ['One', day, formatted(0.5, 'hh:mm'), 'Ada Ray', box],
      ['Two', null, formatted(0.4, 'hh:mm'), null, box],
      [null, null, null, null, null],
      ['Hidden', day, formatted(0.5, 'hh:mm'), 'Bo Day', box],
      [null, null, null, null, box],
    ];
    const merges = ['A1:A2', 'B1:C1', 'D1:D2', 'B3:B5', 'D3:D4'];
    assert.deepEqual(await readWorkbook(xlsxFile([{ name: 'Talks', rows, merges, hidden: [6] }])), {
      talks: ['One, 2026-10-27T12:00:00Z, Ada Ray', 'Two, 2026-10-27T09:36:00Z, Ada Ray'],
      problems: [],
      notes: ['1 × a hidden row, left out', '4 × an empty cell that is merged with one above: its value'],
    });
  });

  it('uses the hyperlink of a title as the URL unless it has a column of URLs', async () => {
    const day = formatted(DAY, 'dd/mm/yyyy');
    const links = { A2: 'https://talks.example.org/moss?a=1&b', C3: 'https://talks.example.org/ferns' };
    const rows = [
      ['Title', 'Date', 'Page'],
      ['On moss', day, null],
      ['On ferns', day, 'More'],
    ];
    const sheet = { name: 'Talks', rows, links };
    assert.deepEqual(
      (await readWorkbook(xlsxFile([sheet]))).talks.map((talk) => talk.split(', ').slice(3)),
      [[], ['https://talks.example.org/ferns']],
    );
    const plain = { ...sheet, rows: rows.map((cells) => cells.slice(0, 2)) };
    assert.deepEqual(
      (await readWorkbook(xlsxFile([plain]))).talks.map((talk) => talk.split(', ').slice(3)),
      [['https://talks.example.org/moss?a=1&b'], []],
    );
  });

  it('is read on every visible sheet with talk headers, or on those that --sheet names', async () => {
    const talks = (title: string): (string | XlsxCell)[][] => [
      ['Title', 'Date'],
      [title, formatted(DAY, 'dd/mm/yyyy')],
    ];
    const file = xlsxFile([
      { name: 'Spring', rows: talks('One') },
      {
        name: 'Rooms',
        rows: [
          ['Room', 'Seats'],
          ['A', '4'],
        ],
      },
      { name: 'Autumn', rows: talks('Two') },
      { name: 'Drafts', rows: talks('Three'), state: 'veryHidden' },
      { name: 'Blank', rows: [] },
    ]);
    const at = '2026-10-27T00:00:00Z, 2026-10-28T00:00:00Z';
    assert.deepEqual(await readWorkbook(file), {
      talks: [`One, ${at}`, `Two, ${at}`],
      problems: [],
      notes: [
        '1 × a hidden sheet, not read: “Drafts” (--sheet)',
        '1 × a sheet without headers of talks, not read: “Rooms” (--sheet)',
      ],
    });
    assert.deepEqual((await readWorkbook(file, { sheets: ['drafts'] })).talks, [`Three, ${at}`]);
    assert.deepEqual((await readWorkbook(file, { sheets: ['Winter'] })).problems, [
      '--sheet: The workbook has no sheet “Winter”.',
    ]);
    assert.deepEqual((await readWorkbook(file, { sheets: ['Rooms'] })).problems, [
      'Rooms!1:1 (title): No column was recognised as the title of a talk; it has "Room", "Seats".',
    ]);
  });

  it('is read with problems by cell', async () => {
    const rows = [HEADER, ['On moss', '32 Foo', null, null], ['On ferns', null, null, 'Ada Ray']];
    const { problems } = await readWorkbook(xlsxFile([{ name: 'Talks', rows }]));
    assert.deepEqual(problems, [
      'Talks!B2 (Date): "32 Foo" is not a date or time that Lectern can read. (In "On moss".)',
      'Talks!B3 (Date): It has no date. (In "On ferns".)',
    ]);
  });
});

const BOTH = { date: true, time: true };

describe('serial dates', () => {
  it('count days from 1900, with a fictitious 29 February 1900, or from 1904', () => {
    const days = [1, 59, 60, 61, 2_958_465].map((value) => serialText(value, { date: true, time: false }, false));
    assert.deepEqual(days, ['1900-01-01', '1900-02-28', '1900-02-29', '1900-03-01', '9999-12-31']);
    assert.equal(serialText(0, { date: true, time: false }, true), '1904-01-01');
    assert.equal(serialText(44_860, BOTH, true), '2026-10-27 00:00');
  });

  it('hold the time as a fraction, rounded to the second', () => {
    assert.equal(serialText(46_322.729_166_666_6, BOTH, false), '2026-10-27 17:30');
    assert.equal(serialText(46_322.999_999_999, BOTH, false), '2026-10-28 00:00');
    assert.equal(serialText(0.5, BOTH, false), '12:00');
    assert.equal(serialText(46_322.5, { date: false, time: true }, false), '12:00');
    assert.equal(elapsedText(1.104_166_666_7), '26:30');
  });

  it('are invalid if they are negative or after the year 9999', () => {
    for (const value of [-1, 2_958_466, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.equal(serialText(value, BOTH, false), undefined);
    }
    assert.equal(serialText(2_958_465, BOTH, true), undefined);
    assert.equal(serialText(2_958_465.999_999_999, BOTH, false), undefined);
  });
});

describe('the number format parser', () => {
  const kindOf = (code: string): string =>
    Object.entries(numberKind(code))
      .flatMap(([kind, is]) => (is ? [kind] : []))
      .join(' ');

  for (const [code, kind] of Object.entries({
    General: '',
    '0.00': '',
    '0.00E+00': '',
    '#,##0.00 "days"': '',
    '[Red]0': '',
    '0\\d': '',
    '@': '',
    'dd/mm/yyyy': 'date',
    'mmm yy': 'date',
    dddd: 'date',
    'd. mmmm': 'date',
    '[$-409]d mmm yyyy;@': 'date',
    '[$-411]ggge"年"m"月"d"日"': 'date',
    'h:mm AM/PM': 'time',
    'hh:mm:ss': 'time',
    'mm:ss': 'time',
    '[h]:mm': 'time elapsed',
    '[mm]:ss': 'time elapsed',
    'm/d/yy h:mm': 'date time',
    'yyyy-mm-dd"T"hh:mm:ss': 'date time',
  })) {
    it(`classifies ${code} as ${kind || 'a number'}`, () => {
      assert.equal(kindOf(code), kind);
    });
  }

  it('knows the built-in formats by number', () => {
    const shown = [0, 14, 18, 20, 22, 46, 47, 49, 58]
      .map((id) => builtInKind(id))
      .map(({ date, time }) => [date, time].map(Number).join(''));
    assert.deepEqual(shown, ['00', '10', '01', '01', '11', '01', '01', '00', '10']);
  });
});

describe('cell names', () => {
  it('are written and parsed in A1 notation', () => {
    assert.equal(cellName('Talks', 14, 2), 'Talks!C14');
    assert.equal(cellName("Ada's 1", 3), "'Ada''s 1'!3:3");
    assert.equal(cellName('Talks', 1, 16_383), 'Talks!XFD1');
    assert.deepEqual(cellPosition('$XFD$1048576'), { row: 1_048_576, column: 16_383 });
    assert.equal(cellPosition('A0'), undefined);
  });
});
