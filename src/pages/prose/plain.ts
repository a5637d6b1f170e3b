import type { Insertions } from './insertions.ts';
import type { ProseWriter } from './prose-writer.ts';

/** Text as it is: paragraphs at blank lines, every other line stays a line. */
export function writePlain(text: string, insertions: Insertions, writer: ProseWriter): void {
  writeLines(insertions.lift(text, 'none'), writer);
}

/** Lines whose insertions are lifted; the first of them goes on where the writer is. */
export function writeLines(text: string, writer: ProseWriter): void {
  for (const [at, paragraph] of text.split(/\n[^\S\n]*\n\s*/).entries()) {
    if (at > 0) writer.endBlock();
    for (const [number, line] of paragraph.split('\n').entries()) {
      if (number > 0) writer.break();
      writer.text(line);
    }
  }
}
