import type { Insertions } from './insertions.ts';
import type { ProseWriter } from './prose-writer.ts';
import { writeTextileLine } from './textile-phrase.ts';

/** `h2. `, `p(class). `, `bq.. `: the type of a block, and its style, which is ignored. */
const SIGNATURE =
  /^(h[1-6]|p|bq|bc|pre)(?:\([^()\n]{0,80}\)|\{[^{}\n]{0,80}\}|\[[^[\]\n]{0,20}\]|[<>=()]{1,4}){0,4}\.\.? +/;
const ITEM = /^([*#]{1,6}) +/;

/**
 * Writes the subset of Textile that abstracts use: headings, paragraphs, quotes, lists, code and phrases, in linear
 * time.
 */
export function writeTextile(text: string, insertions: Insertions, writer: ProseWriter): void {
  for (const block of insertions.lift(text, 'at-signs').split(/\n[^\S\n]*\n\s*/)) writeBlock(block, writer);
}

function writeBlock(block: string, writer: ProseWriter): void {
  const [signature, name = ''] = SIGNATURE.exec(block) ?? [''];
  const content = block.slice(signature.length);
  switch (name.charAt(0)) {
    case 'h':
      writer.heading(Number(name.slice(1)));
      writeTextileLine(content, writer);
      writer.endBlock();
      break;
    case 'b':
    case 'p':
      if (name === 'bc' || name === 'pre') writer.code(content);
      else if (name === 'bq') writeQuote(content, writer);
      else writeParagraph(content, writer);
      break;
    default:
      writeLists(block, writer);
  }
}

function writeQuote(content: string, writer: ProseWriter): void {
  writer.openQuote();
  writeParagraph(content, writer);
  writer.closeQuote();
}

function writeParagraph(content: string, writer: ProseWriter): void {
  writer.paragraph();
  writeTextileLine(content, writer);
  writer.endBlock();
}

/** Writes lines: those that begin with stars or hashes are list items, which include the lines that follow. */
function writeLists(block: string, writer: ProseWriter): void {
  const open: ('ul' | 'ol')[] = [];
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length > 0) writeTextileLine(lines.join('\n'), writer);
    lines = [];
  };
  for (const line of block.split('\n')) {
    const [signature, marks = ''] = ITEM.exec(line) ?? [''];
    if (marks !== '') {
      flush();
      writer.endBlock();
      level(open, Array.from(marks, kindOf), writer);
      writer.openItem();
    }
    lines.push(line.slice(signature.length));
  }
  flush();
  writer.endBlock();
  level(open, [], writer);
}

function kindOf(mark: string): 'ul' | 'ol' {
  return mark === '*' ? 'ul' : 'ol';
}

/** Closes and opens lists to match the markers of an item, outermost first. */
function level(open: ('ul' | 'ol')[], wanted: readonly ('ul' | 'ol')[], writer: ProseWriter): void {
  let same = 0;
  while (same < open.length && same < wanted.length && (open[same] === wanted[same] || same < wanted.length - 1))
    same += 1;
  for (let last = open.pop(); last !== undefined; last = open.pop()) {
    if (open.length < same) {
      open.push(last);
      break;
    }
    writer.closeList(last);
  }
  for (const kind of wanted.slice(same)) {
    writer.openList(kind);
    open.push(kind);
  }
}
