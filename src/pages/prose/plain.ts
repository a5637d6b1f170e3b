import type { Insertions } from './insertions.ts';
import type { ProseWriter } from './prose-writer.ts';

/** Plain text: blank lines separate paragraphs, and line breaks are kept. */
export function writePlain(text: string, insertions: Insertions, writer: ProseWriter): void {
  writeLines(insertions.lift(text, 'none'), writer);
}

/** Writes lines whose insertions are marked, continuing the current block. */
export function writeLines(text: string, writer: ProseWriter): void {
  for (const [at, paragraph] of text.split(/\n[^\S\n]*\n\s*/).entries()) {
    if (at > 0) writer.endBlock();
    const lines = paragraph.split('\n');
    if (isHardWrapped(lines)) {
      writer.text(lines.map((line) => line.trim()).join(' '));
      continue;
    }
    for (const [number, line] of lines.entries()) {
      if (number > 0) writer.break();
      writer.text(line);
    }
  }
}

/** The widths at which mail and editors wrap lines; fewer lines than three may be short by intention. */
const WRAPPED = { lines: 3, narrowest: 55, widest: 100 };

/** Whether a program broke the lines: each is so long that the first word of the next would not have fitted. */
function isHardWrapped(lines: readonly string[]): boolean {
  if (lines.length < WRAPPED.lines) return false;
  const width = Math.max(...lines.map((line) => line.trimEnd().length));
  if (width < WRAPPED.narrowest || width > WRAPPED.widest) return false;
  return lines.slice(1).every((next, at) => {
    const [word = ''] = next.trimStart().split(/\s/, 1);
    return !ITEM.test(next) && (lines[at] ?? '').trimEnd().length + 1 + word.length > width;
  });
}

/** The beginning of an item of a list. */
const ITEM = /^\s*(?:[-*•–—]|\(?\w{1,3}[.):])\s/;
