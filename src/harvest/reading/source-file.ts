import type { Input } from '#sources/file-input.ts';
import type { SourceFile } from '#sources/source-format.ts';

/** The input for the reader of a format. @param chunks its unpacked bytes; the first have been requested */
export function sourceFileOf(
  { name, further, address: asked = '', foundAt }: Input,
  chunks: AsyncIterable<Buffer>,
): SourceFile {
  const address = foundAt?.() ?? asked;
  const ledFrom = asked === address ? {} : { ledFrom: asked };
  return { name, address, chunks, ...ledFrom, ...(further === undefined ? {} : { further }) };
}
