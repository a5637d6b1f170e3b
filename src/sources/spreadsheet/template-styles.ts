/** Cell styles, by index in `cellXfs`. */
export const CELL_STYLES = { general: 0, header: 1, date: 2, time: 3, text: 4 } as const;
export type CellStyle = keyof typeof CELL_STYLES;

/** Number formats; that of text is built in (ECMA-376 part 1, 18.8.30). */
const DATE = 164;
const TIME = 165;
const TEXT = 49;

/** `xl/styles.xml` of the template. */
export function templateStyles(): string {
  const top = '<alignment vertical="top" wrapText="1"/>';
  const cells = [
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>',
    ...[DATE, TIME, TEXT].map(
      (format) =>
        `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1">${top}</xf>`,
    ),
  ];
  return (
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `<numFmts count="2"><numFmt numFmtId="${DATE}" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="${TIME}" formatCode="hh:mm"/></numFmts>` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
    '<fill><patternFill patternType="solid"><fgColor rgb="FFE8E4D8"/><bgColor indexed="64"/></patternFill></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}
