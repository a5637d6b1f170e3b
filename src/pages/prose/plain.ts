import { isWrapped, paragraphWidth, wrapWidth } from './hard-wrap.ts';
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
