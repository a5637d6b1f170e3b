const NAME = Buffer.from('sheetData>');
/** Longest prefix before the name in `</x:sheetData>`, in bytes. */
const LONGEST_PREFIX = 64;

/**
 * The bytes of a worksheet without its rows, which are most of the file: merged cells and hyperlinks come after
 * the rows, but must be known before these are read.
 */
export async function* withoutRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isInside = false;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    let begin = 0;
    for (let at = bytes.indexOf(NAME); at !== -1; at = bytes.indexOf(NAME, at + NAME.length)) {
      const tag = tagBefore(bytes, at);
      if (isInside ? !tag.startsWith('</') : !tag.startsWith('<') || tag.startsWith('</')) continue;
      const end = at + NAME.length;
      if (!isInside) yield bytes.subarray(begin, end);
      begin = isInside ? at - tag.length : end;
      isInside = !isInside;
    }
    // A tag may be split between chunks.
    const kept = Math.max(begin, bytes.length - NAME.length - LONGEST_PREFIX);
    if (!isInside) yield bytes.subarray(begin, kept);
    rest = bytes.subarray(kept);
  }
  if (!isInside) yield rest;
}

/** The beginning of the tag, up to its name: `</x:`. */
function tagBefore(bytes: Buffer, at: number): string {
  return /<\/?(?:[^<>\s:]+:)?$/.exec(bytes.toString('latin1', Math.max(0, at - LONGEST_PREFIX), at))?.[0] ?? '';
}
