import { badTime, Findings } from './findings.ts';
import { isoTime, type WrittenTime } from './iso-time.ts';
import { type JsonObject, readJsonDocument, stringText } from './json-document.ts';
import type { ReadOptions, SourceBatch, SourceFile } from './source-format.ts';
import { ianaZone, UTC } from './wall-clock.ts';

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

/** Pagination fields of a response. */
export interface PageSigns {
  /** From 1. */
  readonly number: unknown;
  readonly count: unknown;
  readonly hasMore: boolean;
}

/** Reports which page a file is, so that all pages together count as complete; without page numbers, as incomplete. */
export function* onPage(found: Findings, { number, count, hasMore }: PageSigns): Generator<SourceBatch> {
  const page = { number: Number(number), count: Number(count) };
  const isNumbered = [page.number, page.count].every((one) => Number.isSafeInteger(one) && one > 0);
  if (isNumbered && page.number <= page.count) yield { talks: [], page };
  else if (hasMore) {
    found.notes.add('one page of several: no talk counts as gone');
    yield { talks: [], incomplete: true };
  }
}

/**
 * The ISO 8601 time in a member of an object; undefined if there is none.
 *
 * @param zone the name of that of a time without an offset
 * @throws BadEntry if it cannot be read
 */
export function jsonTime(object: JsonObject, where: string, zone: string, hint: string): WrittenTime | undefined {
  const text = stringText(object[where]);
  if (text === '') return undefined;
  const time = isoTime(text, ianaZone(zone) ?? UTC);
  if (time === undefined) throw badTime(where, text, hint);
  return time;
}
