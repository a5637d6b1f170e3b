import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ODS_BLANK, odsFile, odsRow, odsTable, odsText, odsValue } from '../../support/spreadsheet/ods-file.ts';
import { NO_SPREADSHEETS } from '../../support/spreadsheet/spreadsheets-installed.ts';
import { readWorkbook } from '../../support/spreadsheet/talk-lines.ts';

const HEADER = odsRow(['Title', 'Date', 'Time', 'Speaker'].map((text) => odsText(text)));
const DATE = 'office:date-value="2026-10-27"';
const day = odsValue('date', DATE, '27.10.26');
const time = odsValue('time', 'office:time-value="PT17H30M00S"', '17.30');

describe('a LibreOffice workbook', { skip: NO_SPREADSHEETS }, () => {
  it('is read with texts, dates, times, numbers and hyperlinks', async () => {
    const linked = 'On <text:a xlink:href="https://talks.example.org/moss">moss</text:a>';
    const noted = `On<text:s text:c="1"/>ferns<text:line-break/></text:p><office:annotation><text:p>no</text:p></office:annotation><text:p>II`;
    const rows = [
      HEADER,
      odsRow([odsText(linked), day, time, odsText('Ada Ray')]),
      odsRow([odsText(noted), odsValue('date', 'office:date-value="2026-10-28T17:30:00"', '28.10.26 17.30')]),
      odsRow([
        odsValue('float', 'office:value="7"', '7,00'),
        odsValue('date', 'office:date-value="2026-10-29T09:00:00"', '29.10.26'),
      ]),
    ];
    assert.deepEqual(await readWorkbook(odsFile(odsTable('Talks', rows))), {
      talks: [
        'On moss, 2026-10-27T17:30:00Z, Ada Ray, https://talks.example.org/moss',
        'On ferns\n\nII, 2026-10-28T17:30:00Z',
        '7, 2026-10-29T00:00:00Z, 2026-10-30T00:00:00Z',
      ],
      problems: [],
      notes: [],
    });
  });

  it('is read with merged cells, errors and rows to the end of the sheet, but without hidden rows', async () => {
    const merged = odsValue('date', DATE, '27.10.26', 'table:number-rows-spanned="2"');
    const rows = [
      HEADER,
      odsRow([odsText('One'), merged, time, odsValue('string', '', '#REF!', 'table:formula="of:=[.A9]"')]),
      odsRow([odsText('Two'), '<table:covered-table-cell/>', time]),
      `<table:table-row-group>${odsRow([odsText('Three'), day, time], 'table:visibility="collapse"')}</table:table-row-group>`,
      odsRow([ODS_BLANK], 'table:number-rows-repeated="100"'),
      odsRow([odsText('Four'), day, odsText('soon')]),
      odsRow([odsValue('boolean', 'office:boolean-value="false"', 'FALSE')], 'table:number-rows-repeated="1048000"'),
    ];
    assert.deepEqual(await readWorkbook(odsFile(odsTable('Talks', rows))), {
      talks: ['One, 2026-10-27T17:30:00Z', 'Two, 2026-10-27T17:30:00Z'],
      problems: ['Talks!C105 (Time): "soon" is not a date or time that Lectern can read. (In "Four".)'],
      notes: [
        '1 × a cell with an error such as #REF!, read as empty: Talks!D2',
        '1 × a hidden row, left out',
        '1 × an empty cell that is merged with one above: its value',
      ],
    });
  });

  it('is read on every visible sheet of talks, or on those that --sheet names', async () => {
    const sheet = (name: string, style?: string): string =>
      odsTable(name, [HEADER, odsRow([odsText(name), day, time])], style);
    const file = odsFile(
      sheet('Spring') + odsTable('Rooms', [odsRow([odsText('Room')])]) + sheet('Drafts', 'ta2') + sheet('Autumn'),
    );
    assert.deepEqual(await readWorkbook(file), {
      talks: ['Spring, 2026-10-27T17:30:00Z', 'Autumn, 2026-10-27T17:30:00Z'],
      problems: [],
      notes: [
        '1 × a hidden sheet, not read: “Drafts” (--sheet)',
        '1 × a sheet without headers of talks, not read: “Rooms” (--sheet)',
      ],
    });
    assert.deepEqual((await readWorkbook(file, { sheets: ['Drafts'] })).talks, ['Drafts, 2026-10-27T17:30:00Z']);
  });
});
