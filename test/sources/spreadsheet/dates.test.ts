import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cellName, cellPosition } from '#sources/spreadsheet/cell-name.ts';
import { builtInKind, numberKind, elapsedText, serialText } from '#sources/spreadsheet/number-format.ts';

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
