import type { LocatedProblem } from '#catalogue/problem.ts';
import { LONGEST_SOURCE_NAME } from '#catalogue/provenance.ts';
import type { Input } from '#sources/file-input.ts';
import type { SourceFormat } from '#sources/source-format.ts';
import { isOtherJson } from '#sources/json-signs.ts';
import { SOURCE_FORMAT_NAMES, sourceFormatNamed, isCatalogue, sourceFormatOf } from '#sources/source-formats.ts';
import type { Peeked } from '#sources/peek.ts';
import { readingProblem } from '#sources/reading-problem.ts';
import { PACKED_FILE, isPackedFile } from '#sources/table/delimited-head.ts';
import { looksLikeYaml } from '#sources/table/rows-head.ts';
import { looksLikeToml } from '#sources/table/toml-document.ts';
import { headText } from '#sources/text-decoding.ts';
import type { SourceOptions } from './source-reading.ts';

/** The format, detected from the start of the file. Undefined: unknown. */
export function formatOf(head: string, { address }: Pick<Input, 'address'>): SourceFormat | undefined {
  const known = sourceFormatOf(head);
  if (known !== undefined) return known;
  // A zip archive that is no workbook.
  if (isPackedFile(head)) return sourceFormatNamed('markdown');
  if (isOtherJson(head) || looksLikeToml(head) || looksLikeYaml(head)) return sourceFormatNamed('rows');
  // An address that answers with other JSON most likely has trouble.
  return address === undefined && /^\s*\{/.test(head) ? sourceFormatNamed('catalogue') : undefined;
}

/** Whether this head is enough to choose a format. Waiting for more of standard input may take long. */
export function isCertainlyCatalogue(head: Buffer, { format }: SourceOptions): boolean {
  if (format !== undefined) return true;
  const text = headText(head);
  return text.trim() !== '' && isCatalogue(text);
}

/** Unknown format, or the error that stopped the reading before the format could be detected. */
export function unreadable(input: Input, head: string, failure: Peeked['failure']): LocatedProblem {
  if (failure === undefined) return unknownFormat(input.name, head);
  return readingProblem(failure.error, input.name, 0);
}

interface DetectedFormat {
  readonly head: string;
  readonly format: SourceFormat;
  /** The format that the operator named, if any. */
  readonly named: SourceFormat | undefined;
}

/**
 * Refuses a catalogue from an address unless the operator named the format: a catalogue can change any record, and an
 * address may return something else tomorrow. Undefined: nothing to refuse.
 */
export function unnamedCatalogue(
  { address, name }: Input,
  { head, format, named }: DetectedFormat,
): LocatedProblem | undefined {
  if (address === undefined || named !== undefined || format.load !== null || head.trim() === '') return undefined;
  const what = 'This is a Lectern catalogue, which may change any record.';
  const hint = 'If it should be one, add --from catalogue.';
  return { code: 'unnamed-catalogue', where: '', what, hint, file: name, line: 0 };
}

/** An empty file. No export of a catalogue is empty, so this is most likely a failed export or response. */
export function nothingIn(file: string): LocatedProblem {
  const what = 'The file is empty.';
  const hint = 'Check where it comes from. To import an empty catalogue file, add --from catalogue.';
  return { code: 'empty-source', where: '', what, hint, file, line: 0 };
}

/** Why a catalogue file cannot have this name of a source. Undefined: it can. */
export function sourceNameProblem(file: string, source: string): LocatedProblem | undefined {
  if (source.trim() === '') {
    const what = 'The name of the source is blank.';
    return { code: 'empty-text', where: '', what, hint: 'Give it a name with --source.', file, line: 0 };
  }
  if (source.length <= LONGEST_SOURCE_NAME) return undefined;
  const what = `The name of the source has ${source.length} characters.`;
  const hint = `Give it a name of at most ${LONGEST_SOURCE_NAME} with --source.`;
  return { code: 'too-long', where: '', what, hint, file, line: 0 };
}

function unknownFormat(file: string, head: string): LocatedProblem {
  const unknown = {
    code: 'unknown-format',
    where: '',
    what: 'Unknown format.',
    hint: `Name the format with --from: one of ${SOURCE_FORMAT_NAMES.join(', ')}.`,
  };
  return { ...(isPackedFile(head) ? PACKED_FILE : unknown), file, line: 0 };
}
