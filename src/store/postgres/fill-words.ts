import { MENTIONED_TYPES, NAME_FIELDS } from '../entity-type.js';
import type { MentionedType } from '../entity-type.js';
import { talkFieldsFrom } from '../record-json.js';
import type { Connection, Row } from './connection.js';
import { CopyData } from './copy-data.js';
import { Vocabulary } from './vocabulary.js';

/** Records that are read together. */
const STRETCH = 1000;

/** Numbers the words of an earlier catalogue, whose tables for them are there and empty. */
export async function fillWords(connection: Connection): Promise<void> {
  const vocabulary = await Vocabulary.read(connection);
  for (const type of MENTIONED_TYPES) {
    const text = `SELECT number, convert_from(record, 'UTF8')::json ->> '${NAME_FIELDS[type]}' FROM lectern.${type} WHERE record IS NOT NULL AND number > $1`;
    for await (const rows of inStretches(connection, text)) await fillNames(connection, vocabulary, type, rows);
  }
  const text = `
    SELECT number, CASE WHEN refs IS NOT NULL THEN convert_from(record, 'UTF8') END
    FROM lectern.talk JOIN lectern.talk_record USING (number) WHERE number > $1`;
  for await (const rows of inStretches(connection, text)) await fillWording(connection, vocabulary, rows);
  await vocabulary.writeFresh(connection);
}

async function* inStretches(connection: Connection, text: string): AsyncGenerator<readonly Row[]> {
  for (let last = 0; ;) {
    const rows = await connection.patiently(`${text} ORDER BY number LIMIT ${STRETCH}`, [last]);
    if (rows.length === 0) return;
    yield rows;
    last = Number(rows.at(-1)?.[0]);
  }
}

async function fillNames(
  connection: Connection,
  vocabulary: Vocabulary,
  type: MentionedType,
  rows: readonly Row[],
): Promise<void> {
  const words = rows.map(([, name]) => `{${vocabulary.numbersOf(name ?? '').join(',')}}`);
  await connection.patiently(
    `UPDATE lectern.${type} kept SET words = named.words::integer[]
    FROM unnest($1::integer[], $2::text[]) named (number, words) WHERE kept.number = named.number`,
    [rows.map(([number]) => Number(number)), words],
  );
}

/** A talk that is gone keeps a row without words. */
async function fillWording(connection: Connection, vocabulary: Vocabulary, rows: readonly Row[]): Promise<void> {
  const data = new CopyData(3);
  for (const [number, record] of rows) {
    const { title, description } = typeof record === 'string' ? talkFieldsFrom(record) : { title: '', description: '' };
    data.row();
    data.int32(Number(number));
    data.int32s(vocabulary.numbersOf(title));
    data.int32s(vocabulary.numbersOf(description));
  }
  const wording = data.end();
  const copy = 'COPY lectern.wording (number, title, description) FROM STDIN (FORMAT binary)';
  if (wording !== undefined) await connection.copyIn(copy, wording);
}
