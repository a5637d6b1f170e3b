import { Findings } from './findings.ts';
import type { SourceBatch, SourceFile } from './source-format.ts';
import { readJsonDocument } from './json-document.ts';

/**
 * Reads a file that is a single JSON document. @param take adds the document's entries; may yield batches as it goes
 */
export async function* readJson(
  file: SourceFile,
  take: (found: Findings, document: unknown) => Iterable<SourceBatch>,
): AsyncGenerator<SourceBatch> {
  const document = await readJsonDocument(file);
  const found = new Findings();
  if (document.ok) yield* take(found, document.value);
  else found.fail(document.failure);
  yield* found.batches();
}
