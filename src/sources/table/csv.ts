import { CsvError, parse, type Parser } from 'csv-parse';
import { PACKED_FILE, delimiterOf, isPackedFile, type Delimiter } from './delimited-head.ts';
import { FileFailure } from '../file-failure.ts';
import type { ReadOptions, SourceBatch, SourceFile, SourceProblem } from '../source-format.ts';
import { peek } from '../peek.ts';
import { readTextRows, wantedHeaders, type TextRow } from './text-rows.ts';
import { headText, utf8Lines } from '../text-decoding.ts';

/** Bytes examined to recognise the delimiter. */
const HEAD = 65_536;
/** In bytes. */
const LONGEST_ROW = 4 * 1024 * 1024;

/** Reads a table one row at a time: RFC 4180, and the variants found in practice. */
export async function* readCsv(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const { head, chunks } = await peek(utf8Lines(file.chunks, LONGEST_ROW), HEAD, () => false);
  const text = headText(head);
  if (isPackedFile(text)) {
    yield { talks: [], failure: { ...PACKED_FILE, line: 0 } };
    return;
  }
  const rows = csvRows(chunks, delimiterOf(text, wantedHeaders(options)));
  try {
    yield* readTextRows(rows, options);
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error;
    yield { talks: [], failure: error.problem };
  } finally {
    await rows.return();
  }
}

/** @param chunks UTF-8, with LF line ends */
async function* csvRows(chunks: AsyncIterable<Buffer>, delimiter: Delimiter): AsyncGenerator<TextRow, void> {
  let read: TextRow[] = [];
  let line = 1;
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    ltrim: true,
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
    on_record: (cells: readonly string[], { lines }) => {
      read.push({ line, cells: cells.map((cell) => cell.trim()) });
      line = lines + 1;
      return null;
    },
  });
  // `write` and `end` report the error as well.
  parser.on('error', () => undefined);
  try {
    for await (const chunk of chunks) {
      await written(parser, chunk);
      yield* read;
      read = [];
    }
    await ended(parser);
    yield* read;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileFailure(brokenRow(error, line));
  } finally {
    parser.destroy();
  }
}

function written(parser: Parser, chunk: Buffer): Promise<void> {
  return new Promise((done, failed) => {
    parser.write(chunk, (error) => {
      if (error) failed(error);
      else done();
    });
  });
}

function ended(parser: Parser): Promise<void> {
  return new Promise((done, failed) => {
    parser.once('error', failed);
    parser.end(done);
  });
}

function brokenRow({ code }: CsvError, line: number): SourceProblem {
  const isOpen = code === 'CSV_QUOTE_NOT_CLOSED';
  const isLong = code === 'CSV_MAX_RECORD_SIZE';
  return {
    code: isOpen ? 'open-quote' : isLong ? 'row-too-long' : 'bad-row',
    where: '',
    what: isOpen
      ? 'A quotation mark in this row is never closed.'
      : isLong
        ? `This row is longer than ${LONGEST_ROW / 1024 / 1024} MiB.`
        : `This row cannot be read (${code}).`,
    hint: 'Check the quotation marks in it, or export the table again.',
    line,
  };
}
