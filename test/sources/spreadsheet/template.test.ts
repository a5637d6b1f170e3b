import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromBufferPromise } from 'yauzl';
import { buffer } from 'node:stream/consumers';
import { templateWorkbook } from '#sources/spreadsheet/template-workbook.ts';
import { askPython, withoutPython } from '../../support/process/python.ts';
import { NO_SPREADSHEETS } from '../../support/spreadsheet/spreadsheets-installed.ts';
import { readWorkbook } from '../../support/spreadsheet/talk-lines.ts';
import { zipFile } from '../../support/spreadsheet/zip-file.ts';

/** The workbook with one of its parts changed. */
async function changed(workbook: Buffer, name: string, change: (text: string) => string): Promise<Buffer> {
  const archive = await fromBufferPromise(workbook, { lazyEntries: true });
  const parts: Record<string, string> = {};
  for await (const entry of archive.eachEntry()) {
    const text = (await buffer(await archive.openReadStreamPromise(entry))).toString();
    parts[entry.fileName] = entry.fileName === name ? change(text) : text;
  }
  return zipFile(parts);
}

/** Prints what openpyxl finds: sheets, the frozen pane, a number format, cells, validation rules and the help. */
const FOUND = `
import io, json, sys, base64, warnings, openpyxl
warnings.simplefilter('error')
book = openpyxl.load_workbook(io.BytesIO(base64.b64decode(json.load(sys.stdin))))
sheet = book['Talks']
checks = {v.type + ' ' + str(v.sqref): [v.formula1, v.formula2, v.errorStyle] for v in sheet.data_validations.dataValidation}
rows = [[str(cell.value) for cell in row if cell.value is not None] for row in sheet.iter_rows()]
help = [[cell.value for cell in row] for row in book['How to fill in'].iter_rows()]
print(json.dumps([book.sheetnames, sheet.freeze_panes, sheet['D2'].number_format, rows, checks, help]))
`;

describe('the template workbook', { skip: NO_SPREADSHEETS }, () => {
  it('has examples that are not imported', async () => {
    const read = await readWorkbook(await templateWorkbook({ all: true, examples: true }));
    assert.deepEqual([read.talks, read.problems], [[], []]);
  });

  it('yields its examples as talks once they are not private', async () => {
    const workbook = await templateWorkbook({ all: false, examples: true });
    const filled = await changed(workbook, 'xl/worksheets/sheet1.xml', (text) => text.replaceAll('>yes<', '><'));
    const { talks, problems } = await readWorkbook(filled);
    assert.deepEqual(problems, []);
    assert.deepEqual(talks, [
      'How far a lamp is seen, 2030-01-14T17:00:00Z, 2030-01-14T18:00:00Z, Ada Fresnel, https://optics.example.org/lamps',
      '2030-01-21T17:00:00Z, 2030-01-21T18:30:00Z, Bo Marsh & Cy Weir',
    ]);
  });

  it('is byte-identical each time', async () => {
    const [one, other] = [0, 1].map(() => templateWorkbook({ all: true, examples: false }));
    assert.deepEqual(await one, await other);
  });

  it('opens in openpyxl with its validation rules', { skip: withoutPython('openpyxl') }, async () => {
    const workbook = await templateWorkbook({ all: false, examples: true });
    const [sheets, frozen, format, rows, checks, help] = askPython('openpyxl', FOUND, workbook.toString('base64')) as [
      string[],
      string,
      string,
      string[][],
      Record<string, unknown>,
      string[][],
    ];
    assert.deepEqual([sheets, frozen, format], [['Talks', 'How to fill in'], 'A2', 'yyyy\\-mm\\-dd']);
    assert.deepEqual(rows[1]?.slice(3, 6), ['2030-01-14 00:00:00', '17:00:00', '18:00:00']);
    assert.deepEqual(checks, {
      'custom A2:A2000': ['COUNTIF(A:A,A2)=1', null, 'warning'],
      'date D2:D2000': ['1', null, 'warning'],
      'time E2:E2000': ['0', '1', 'warning'],
      'time F2:F2000': ['0', '1', 'warning'],
      'list O2:O2000': ['"cancelled,preparation"', null, 'warning'],
      'list P2:P2000': ['"yes"', null, 'warning'],
    });
    assert.deepEqual(
      help.slice(1).map(([header]) => header),
      rows[0],
    );
  });
});
