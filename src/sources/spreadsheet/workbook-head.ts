/** Magic number of a compound file: a workbook of Excel before 2007, or one with a password. */
export const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const COMPOUND_TEXT = COMPOUND.toString('utf8');

/** Parts that a workbook begins with. Text documents do as well: the reader tells them apart. */
const PARTS = /(?:\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/)|mimetypeapplication\/vnd\.oasis\.opendocument\./i;

/** Whether it begins like a workbook. */
export function looksLikeWorkbook(head: string): boolean {
  return (head.startsWith('PK\x03\x04') && PARTS.test(head)) || head.startsWith(COMPOUND_TEXT);
}
