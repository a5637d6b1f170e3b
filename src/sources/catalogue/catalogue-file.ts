import { isUtf8 } from 'node:buffer';
import { isCatalogueMark } from '#catalogue/catalogue-mark.ts';
import type { LocatedProblem } from '#catalogue/problem.ts';
import type { Provenance } from '#catalogue/provenance.ts';
import type { Identifier, LocatedRecord } from '#catalogue/record.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { readRecord, type ReadRecord } from './catalogue-record.ts';
import { unpacked, type Input } from '../file-input.ts';
import { columnOfSyntaxError } from '../json-syntax.ts';
import { LineSplitter, type Line } from '../lines.ts';
import { readingProblem } from '../reading-problem.ts';

/** In bytes; enough for a description of a million characters, or a collection of a hundred thousand talks. */
const LONGEST_LINE = 8 * 1024 * 1024;

/** What a batch of the file held, and how much of the file has been read when it is handed over. */
interface CatalogueBatch {
  readonly records: readonly LocatedRecord[];
  readonly provenance: readonly Provenance[];
  readonly problems: readonly LocatedProblem[];
  /** Records that the problems are about, if their identifiers could be read. */
  readonly refused: readonly Identifier[];
  /** Whether a line says that this is a catalogue, even if it has no records. */
  readonly isMarked: boolean;
  /** Bytes of the input read so far; compressed bytes if it is compressed. */
  readonly bytesRead: number;
}

/**
 * Reads the catalogue format (docs/reference/catalogue-file.md), plain or gzip, a batch at a time.
 * All errors are returned as problems; an input that cannot be read any further ends with one.
 */
export async function* readCatalogueFile(input: Input): AsyncGenerator<CatalogueBatch> {
  const lines = new LineSplitter(LONGEST_LINE);
  let bytesRead = 0;
  const counted = async function* () {
    for await (const chunk of input.chunks()) {
      bytesRead += chunk.length;
      yield chunk;
    }
  };
  try {
    for await (const chunk of unpacked(counted(), input.mostUnpacked)) {
      yield { ...readLines(lines.push(chunk), input.name), bytesRead };
    }
    yield { ...readLines(lines.end(), input.name), bytesRead };
  } catch (error) {
    const problem = readingProblem(error, input.name, lines.number);
    yield { records: [], provenance: [], problems: [problem], refused: [], isMarked: false, bytesRead };
  }
}

function readLines(lines: readonly Line[], file: string): Omit<CatalogueBatch, 'bytesRead'> {
  const records: LocatedRecord[] = [];
  const provenance: Provenance[] = [];
  const problems: LocatedProblem[] = [];
  const refused: Identifier[] = [];
  let isMarked = false;
  for (const { number: line, bytes } of lines) {
    const read = readLine(bytes);
    if (read === undefined) continue;
    if (read === 'mark') {
      isMarked = true;
      continue;
    }
    if (read.ok) {
      const { record } = read;
      if (record.type === 'provenance') provenance.push(record);
      else records.push({ record, file, line });
      continue;
    }
    problems.push(...read.problems.map((problem) => ({ ...problem, file, line })));
    if (read.identifier !== undefined) refused.push(read.identifier);
  }
  return { records, provenance, problems, refused, isMarked };
}

/** Undefined for a blank line. */
function readLine(bytes: Buffer | undefined): ReadRecord | 'mark' | undefined {
  if (bytes === undefined) {
    const hint = `No record needs more than ${LONGEST_LINE} bytes; is each record on a line of its own?`;
    return refusedLine('line-too-long', 'The line is too long.', hint);
  }
  if (!isUtf8(bytes)) return refusedLine('bad-utf8', 'The line is not UTF-8.', 'Save the file as UTF-8.');
  const text = bytes.toString('utf8');
  if (text.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isCatalogueMark(value) ? 'mark' : readRecord(value);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return notJson(text, error.message);
  }
}

function notJson(text: string, message: string): ReadRecord {
  const position = / at position (\d+)/.exec(message)?.[1];
  const column = position === undefined ? columnOfSyntaxError(text) : Number(position) + 1;
  const found =
    column > text.trimEnd().length ? 'the end of the line' : shownValue(text.slice(column - 1, column + 19));
  const what = `The line is not JSON: column ${column} has ${found}.`;
  return refusedLine('bad-json', what, 'Write one JSON object (RFC 8259) per line.');
}

function refusedLine(code: string, what: string, hint: string): ReadRecord {
  return { ok: false, problems: [{ code, where: '', what, hint }], identifier: undefined };
}
