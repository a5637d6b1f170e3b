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
    for (const [number, line] of paragraph.split('\n').entries()) {
      if (number > 0) writer.break();
      writer.text(line);
    }
  }
}
