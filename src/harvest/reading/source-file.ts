import type { Input } from '#sources/file-input.ts';
import type { SourceFile } from '#sources/source-format.ts';

/** An input as the reader of a format takes it. @param chunks its bytes, unpacked; the first of them have been asked for */
export function sourceFileOf(
  { name, further, address: asked = '', foundAt }: Input,
  chunks: AsyncIterable<Buffer>,
): SourceFile {
  const address = foundAt?.() ?? asked;
  const ledFrom = asked === address ? {} : { ledFrom: asked };
  return { name, address, chunks, ...ledFrom, ...(further === undefined ? {} : { further }) };
}
