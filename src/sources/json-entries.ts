import { Findings } from './findings.ts';
import type { ReadOptions, SourceBatch, SourceFile } from './source-format.ts';
import { readJsonDocument } from './json-document.ts';

/** Adds the entries of a document; may yield batches as it goes. */
type Take = (found: Findings, document: unknown, options: ReadOptions, address: string) => Iterable<SourceBatch>;

/** The reader of a format whose files are single JSON documents. */
export function jsonReader(take: Take) {
  return async function* (file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
    const document = await readJsonDocument(file);
    const found = new Findings();
    if (document.ok) yield* take(found, document.value, options, file.address);
    else found.fail(document.failure);
    yield* found.batches();
  };
}
