import type { Insertions } from './insertions.ts';
import type { ProseWriter } from './prose-writer.ts';

/**
 * Plain text, continuing the current block: blank lines separate paragraphs, and line breaks are kept, except those of
 * programs that wrap lines.
 */
export function writePlain(text: string, insertions: Insertions, writer: ProseWriter): void {
  const width = wrapWidth(text.split('\n'));
  const paragraphs = insertions.lift(text, 'none').split(/\n[^\S\n]*\n\s*/);
  for (const [at, paragraph] of paragraphs.entries()) {
    if (at > 0) writer.endBlock();
    const lines = paragraph.split('\n');
    const written = lines.map((line) => insertions.source(line));
    const ownWidth = width ?? paragraphWidth(written);
    let joined = lines[0] ?? '';
    for (const [before, line] of lines.slice(1).entries()) {
      if (isWrapped(written[before] ?? '', written[before + 1] ?? '', ownWidth))
        joined = `${joined.trimEnd()} ${line.trimStart()}`;
      else {
        writer.text(joined);
        writer.break();
        joined = line;
      }
    }
    writer.text(joined);
  }
}

/** The widths at which mail programs and editors wrap lines, in characters. */
const NARROWEST = 55;
const WIDEST = 100;
/** Minimum line breaks of a text and of a paragraph: fewer may be intended. */
const MIN_BREAKS = 3;
const MIN_BREAKS_OF_PARAGRAPH = 2;
/** Minimum share of line breaks at the width: headings and lists have others. */
const MIN_SHARE = 0.8;

/** The beginning of an item of a list, a quote or a row of a table, or the line below a heading. */
const NEW_LINE = /^\s*(?:(?:[-*•–—>|+]|\(?\w{1,3}[.):])(?:\s|$)|([-=~^])\1{2})/;

/** The width at which a program wrapped the lines of a text, in characters; undefined if authors broke them. */
export function wrapWidth(lines: readonly string[]): number | undefined {
  return widthOf(lines, MIN_BREAKS);
}

/** As wrapWidth, for a paragraph of a text whose other parts are not wrapped. */
export function paragraphWidth(lines: readonly string[]): number | undefined {
  return widthOf(lines, MIN_BREAKS_OF_PARAGRAPH);
}

function widthOf(lines: readonly string[], fewest: number): number | undefined {
  const broken = lines.slice(0, -1).flatMap((line, at) => {
    const next = lines[at + 1] ?? '';
    return mayContinue(line, next) ? [[line, next] as const] : [];
  });
  if (broken.length < fewest) return undefined;
  let width = 0;
  for (const [line] of broken) {
    const { length } = line.trimEnd();
    if (length <= WIDEST) width = Math.max(width, length);
  }
  const atWidth = broken.filter(([line, next]) => isWrapped(line, next, width));
  return width >= NARROWEST && atWidth.length >= MIN_SHARE * broken.length ? width : undefined;
}

/** Whether a line continues in the next one, because the first word of that would not have fitted. */
export function isWrapped(line: string, next: string, width: number | undefined): boolean {
  if (width === undefined || !mayContinue(line, next)) return false;
  const [word = ''] = next.trimStart().split(/\s/, 1);
  return line.trimEnd().length + 1 + word.length > width;
}

function mayContinue(line: string, next: string): boolean {
  return isShort(line) && isShort(next) && !NEW_LINE.test(next);
}

/** Whether there is text that fits; a long address is never broken. */
function isShort(line: string): boolean {
  const text = line.trimEnd();
  return text !== '' && (text.length <= WIDEST || !/\s/.test(text.trimStart()));
}
