import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { FileFailure } from '#sources/file-failure.ts';
import { odsWorkbook } from '#sources/spreadsheet/ods.ts';
import { SharedStrings } from '#sources/spreadsheet/xlsx.ts';
import { WORKBOOK, ZipParts } from '#sources/spreadsheet/parts.ts';
import { ODS_BLANK, odsFile, odsRow, odsTable, odsText } from '../../support/spreadsheet/ods-file.ts';
import { NO_SPREADSHEETS } from '../../support/spreadsheet/spreadsheets-installed.ts';
import { readWorkbook } from '../../support/spreadsheet/talk-lines.ts';
import type { WorkbookRead } from '../../support/spreadsheet/talk-lines.ts';
import { formatted, xlsxFile } from '../../support/spreadsheet/xlsx-file.ts';
import { zipFile } from '../../support/spreadsheet/zip-file.ts';
import {
  CRC,
  FERNS,
  MAIN,
  MEBIBYTE,
  MOSS,
  OFFICE,
  OFFSET,
  PARTS,
  RELATIONS,
  ROWS,
  SHEET,
  SIZE,
  inline,
  misstated,
  ods,
  raw,
  read,
  relatedTo,
  sheet,
  xlsx,
  xlsxOfRows,
  xlsxWithout,
} from './hostile-workbooks.ts';

/** @param files what is read from each, or the one problem for which it is refused */
function areRead(files: Readonly<Record<string, readonly [() => Buffer, WorkbookRead | string]>>): void {
  for (const [name, [make, expected]] of Object.entries(files)) {
    it(name, async () => {
      const whole = typeof expected === 'string' ? { talks: [], problems: [expected], notes: [] } : expected;
      assert.deepEqual(await readWorkbook(make()), whole);
    });
  }
}

function failureOf(what: string): (error: unknown) => boolean {
  return (error) => error instanceof FileFailure && error.problem.what === what;
}

describe('a workbook with a hostile or damaged archive', { skip: NO_SPREADSHEETS }, () => {
  const damaged = (why: string): string => `: The file is damaged or incomplete (${why}).`;
  const cut = damaged(
    'End of central directory record signature not found. Either not a zip file, or file is truncated.',
  );
  const parts = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`x${n}`, '']));
  areRead({
    'is refused if a sheet unpacks to more than 250 times its size': [
      () => xlsxOfRows(' '.repeat(33 * MEBIBYTE)),
      `: Its part ${SHEET} unpacks to more than 250 times its size.`,
    ],
    'is refused if the shared strings unpack to more than 250 times their size': [
      () =>
        xlsx({ 'xl/sharedStrings.xml': `<sst ${MAIN}>${`<si><t>${' '.repeat(MEBIBYTE)}</t></si>`.repeat(33)}</sst>` }),
      ': Its part xl/sharedStrings.xml unpacks to more than 250 times its size.',
    ],
    'is refused if it has more than 10,000 parts': [() => xlsx(parts), ': It has more than 10000 parts.'],
    'is refused if it has more than 10,000 parts of the same name': [
      () =>
        Buffer.from(
          zipFile(parts)
            .toString('latin1')
            .replaceAll(/(?<=x)\d+/g, (n) => '1'.repeat(n.length)),
          'latin1',
        ),
      ': It has more than 10000 parts.',
    ],
    'is refused if an .xlsx is truncated': [() => xlsx().subarray(0, 1500), cut],
    'is refused if an .ods is truncated': [() => ods().subarray(0, 400), cut],
    'is refused if a checksum in an .xlsx is wrong': [
      () => misstated(xlsx(), SHEET, CRC, 1),
      `: Its part ${SHEET} is damaged.`,
    ],
    'is refused if a checksum in an .ods is wrong': [
      () => misstated(ods(), 'content.xml', CRC, 1),
      ': Its part content.xml is damaged.',
    ],
    'is refused if a part is larger than its stated size': [
      () => misstated(xlsx(), SHEET, SIZE, 7),
      damaged('too many bytes in the stream. expected 7. got at least 442'),
    ],
    'is refused if an offset points beyond the file': [
      () => misstated(xlsx(), SHEET, OFFSET, 0x7fffffff),
      damaged('unexpected EOF'),
    ],
    'is refused if the name of a part leaves the archive': [
      () => zipFile({ ...PARTS, '../../x': '' }),
      damaged('invalid relative path: ../../x'),
    ],
    'is refused if the parts of an .xlsx are encrypted': [
      () => zipFile(PARTS, 1),
      ': It is protected with a password.',
    ],
    'is refused if an .ods is encrypted': [
      () =>
        odsFile('', {
          'META-INF/manifest.xml':
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
        }),
      ': It is protected with a password.',
    ],
    'is refused if its content is an .xls': [
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1000)]),
      ': It is a workbook of Excel before 2007 (.xls), or protected with a password.',
    ],
    'is refused if it is another zip archive': [
      () => zipFile({ 'readme.txt': 'x' }),
      ': It is a zip archive, not a workbook.',
    ],
  });

  it('is read despite a NUL, an empty folder or a trailing slash in names of other parts', async () => {
    const file = zipFile({ ...PARTS, 'a\0b': 'x', 'a//b': '', 'folder/': '' });
    assert.deepEqual(await readWorkbook(file), read([MOSS]));
  });
});

describe('a workbook with hostile or damaged parts', { skip: NO_SPREADSHEETS }, () => {
  const documentType =
    'It has a document type (<!DOCTYPE …>), which Lectern refuses because it can expand without end or read other files.';
  const wide = Array.from({ length: 10_000 }, (_, n) => `x${n}`);
  areRead({
    'is refused if a sheet has a document type': [
      () => xlsx({ [SHEET]: '<!DOCTYPE worksheet [<!ENTITY a "x">]><worksheet/>' }),
      `${SHEET}: ${documentType}`,
    ],
    'is refused if a sheet refers to an undefined entity': [
      () => xlsxOfRows(`<row r="2">${inline('A2', '&a;')}</row>`),
      `${SHEET}: The XML is not well-formed: undefined entity.`,
    ],
    'is refused if XML is nested more than 64 levels deep': [
      () => xlsxOfRows(`<row r="2">${'<c>'.repeat(100_000)}`),
      `${SHEET}: Elements are nested more than 64 levels deep.`,
    ],
    'is refused if a sheet is missing': [() => xlsxWithout(SHEET), `: Its part ${SHEET} is missing.`],
    'is refused if the shared strings are missing': [
      () => xlsxWithout('xl/sharedStrings.xml'),
      ': The part with the texts of its cells (sharedStrings.xml) is missing or empty.',
    ],
    'is refused if the relationships of the workbook are missing': [
      () => xlsxWithout(RELATIONS),
      ': The part that says where the sheets of xl/workbook.xml are (workbook.xml.rels) is missing or empty.',
    ],
    'is refused if xl/workbook.xml is missing': [
      () => xlsxWithout('xl/workbook.xml'),
      ': It is a zip archive, not a workbook.',
    ],
    'is refused if a relationship leaves the archive': [
      () => relatedTo('../../../../etc/passwd'),
      ': Its part etc/passwd is missing.',
    ],
    'is refused if a relationship points at the workbook itself': [
      () => relatedTo('workbook.xml'),
      'xl/workbook.xml: The root element is "workbook", not <worksheet>.',
    ],
    'is refused if it has more than 10,000 sheets': [
      () =>
        xlsx({
          'xl/workbook.xml': `<workbook ${MAIN} ${OFFICE}><sheets>${'<sheet r:id="rId1"/>'.repeat(10_001)}</sheets></workbook>`,
        }),
      ': Its part xl/workbook.xml has more than 10,000 entries.',
    ],
    'is refused if an .xlsx has more than 1000 columns': [
      () => xlsx({}, [['Title', 'Date', ...wide]]),
      'Talks!1:1: It has more than 1000 columns.',
    ],
    'is refused if an .ods has more than 1000 columns': [
      () =>
        odsFile(
          odsTable('Talks', [odsRow([odsText('Title'), odsText('x', 'table:number-columns-repeated="1000000"')])]),
        ),
      'Talks!1:1: It has more than 1000 columns.',
    ],
  });

  it('is refused if an .ods repeats rows more than 1,048,576 times', async () => {
    // Reads only the rows, because making talks of so many takes long.
    const row = odsRow([odsText('On ferns')], 'table:number-rows-repeated="1000"');
    const workbook = odsWorkbook(await ZipParts.open(Readable.from([ods(row.repeat(1100))]), WORKBOOK));
    const readAll = async (): Promise<void> => {
      for await (const sheet of workbook.sheets()) for await (const row of sheet.rows()) assert.ok(row.number > 0);
    };
    await assert.rejects(readAll, failureOf('Its rows are repeated more than 1,048,576 times.'));
  });

  it('is refused if cells repeat a shared string beyond 512 MiB', () => {
    const strings = new SharedStrings();
    strings.add('x'.repeat(8 * MEBIBYTE));
    const readAll = (): void => {
      for (let cell = 0; cell <= 64; cell++) strings.at(0);
    };
    assert.throws(readAll, failureOf('Its cells have more than 512 MiB of text.'));
  });
});

describe('an unusual workbook', { skip: NO_SPREADSHEETS }, () => {
  const ferns = [odsText('On ferns'), odsText('28 October 2026')];
  const million = 'table:number-rows-repeated="1000000"';
  areRead({
    'is read past a million blank rows': [() => ods(odsRow([ODS_BLANK], million), odsRow(ferns)), read([MOSS, FERNS])],
    'is read with one talk for a million equal rows': [() => ods(odsRow(ferns, million)), read([MOSS, FERNS])],
    'is read past a million equal cells in a row': [
      () => ods(odsRow([...ferns, odsText('x', 'table:number-columns-repeated="1000000"')])),
      read([MOSS, FERNS]),
    ],
    'is read if cells are out of order and repeated': [
      () =>
        xlsxOfRows(`<row r="2">${inline('B2', '27 October 2026')}${inline('A2', 'On moss')}${inline('A2', 'x')}</row>`),
      read([MOSS]),
    ],
    'is read if rows are out of order and repeated': [
      () =>
        xlsxOfRows(
          `<row r="9">${inline('A9', 'On moss')}${inline('B9', '27 October 2026')}</row>${`<row r="3">${inline('A3', 'On ferns')}${inline('B3', '28 October 2026')}</row>`.repeat(2)}`,
        ),
      read([MOSS, FERNS, FERNS]),
    ],
    'is read if the last possible cell is filled': [
      () =>
        xlsxOfRows(
          `<row r="2">${inline('A2', 'On moss')}${inline('B2', '27 October 2026')}</row><row r="1048576">${inline('XFD1048576', 'x')}</row>`,
        ),
      read([MOSS]),
    ],
    'is read without xl/styles.xml': [() => xlsxWithout('xl/styles.xml'), read([MOSS])],
    'is read if cells are merged over a million rows': [
      () => xlsxFile([{ ...sheet([...ROWS, ['On ferns', null]]), merges: ['B2:B1048576', 'C1:XFD1048576'] }]),
      read(
        [MOSS, 'On ferns, 2026-10-27T00:00:00Z, 2026-10-28T00:00:00Z'],
        '1 × an empty cell that is merged with one above: its value',
      ),
    ],
  });

  it('is read if a cell has a million characters', async () => {
    const { talks, problems } = await readWorkbook(xlsx({}, [...ROWS, ['word '.repeat(200_000), '28 October 2026']]));
    assert.deepEqual([talks[0], talks.length, problems], [MOSS, 2, []]);
  });

  it('is read with notes on errors, uncalculated formulas and missing shared strings', async () => {
    const day = '27 October 2026';
    const rows = [
      ['Title', 'Date', 'Speaker'],
      ['On moss', day, raw('e', '<v>#N/A</v>')],
      ['On moss', day, { content: '<f>A1</f>' }],
      ['On moss', day, raw('s', '<v>99</v>')],
      ['On moss', day, raw('s', '<v>-2</v>')],
    ];
    assert.deepEqual(
      await readWorkbook(xlsx({}, rows)),
      read(
        [MOSS, MOSS, MOSS, MOSS],
        '1 × a cell with an error such as #REF!, read as empty: Talks!C2',
        '1 × a formula without a saved result, read as empty (open and save it in a spreadsheet program): Talks!C3',
        '2 × a cell whose text is missing in the file, read as empty (save it again with a spreadsheet program): Talks!C4, Talks!C5',
      ),
    );
  });

  it('is read up to the limits of dates and times, with problems by cell beyond them', async () => {
    const [day, clock, elapsed] = ['dd/mm/yyyy', 'hh:mm', '[h]:mm'] as const;
    const rows = [
      ['Title', 'Date', 'Time', 'Duration'],
      ['Long', formatted(46_322, day), formatted(0.75, clock), formatted(26.5 / 24, elapsed)],
      ['Early', formatted(59, day)],
      ['Never', formatted(60, day)],
      ['Before', formatted(-5, day)],
      ['Only a time', formatted(0.75, clock)],
      ['No time of day', '27 October 2026', formatted(26.5 / 24, elapsed)],
    ];
    assert.deepEqual(await readWorkbook(xlsxFile([sheet(rows)])), {
      talks: ['Long, 2026-10-27T18:00:00Z, 2026-10-28T20:30:00Z', 'Early, 1900-02-28T00:00:00Z, 1900-03-01T00:00:00Z'],
      problems: [
        'Talks!B4 (Date): "1900-02-29" is not a valid date. (In "Never".)',
        'Talks!B5 (Date): "-5" is not a date or time that Lectern can read. (In "Before".)',
        'Talks!B6 (Date): It has a time, but no date. (In "Only a time".)',
        'Talks!C7 (Time): "26:30" has no valid time. (In "No time of day".)',
      ],
      notes: [],
    });
    const late = [ROWS[0] ?? [], ['Late', formatted(2_958_465, day)]];
    assert.deepEqual((await readWorkbook(xlsxFile([sheet(late)], { is1904: true }))).problems, [
      'Talks!B2 (Date): "2958465" is not a date or time that Lectern can read. (In "Late".)',
    ]);
  });
});
