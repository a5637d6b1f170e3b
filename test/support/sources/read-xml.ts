import { Buffer } from 'node:buffer';
import type { SourceProblem } from '#sources/source-format.ts';
import { xmlBatches } from '#sources/xml/xml.ts';
import type { XmlItem, XmlShape } from '#sources/xml/xml.ts';

interface ReadXml {
  readonly items: readonly XmlItem[];
  readonly problems: readonly SourceProblem[];
  readonly failure: SourceProblem | undefined;
}

/** Reads a whole document. @param size size of the chunks in bytes */
export async function readXml(content: string | Buffer, shape: XmlShape, size = 65_536): Promise<ReadXml> {
  const bytes = Buffer.from(content);
  const items: XmlItem[] = [];
  const problems: SourceProblem[] = [];
  let failure: SourceProblem | undefined;
  for await (const batch of xmlBatches(pieces(bytes, size), shape)) {
    items.push(...batch.items);
    problems.push(...batch.problems);
    failure = batch.failure;
  }
  return { items, problems, failure };
}

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
