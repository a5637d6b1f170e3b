import { talkFieldsFrom } from '../record-json.js';
import type { AtVersion } from '../store.js';
import { hashOfWord, phrasesOf, wordsOf } from '../words.js';
import type { Ask } from './catalogue.js';
import { STATE } from './schema.js';

/** Talks that are looked through together, at least. */
const STRETCH = 100;

/**
 * Finds talks by the words of their titles and descriptions, whatever their case and accents. The index knows words by
 * their hashes only: each talk that it finds is read and compared.
 * Undefined when an import came between.
 */
export async function findText(ask: Ask, text: string, limit: number): Promise<AtVersion<number[]> | undefined> {
  const phrases = phrasesOf(text);
  const hashes = [...new Set(phrases.flat().map(hashOfWord))];
  const statement = `
    SELECT state.version, state.token, talk.number, convert_from(talk.record, 'UTF8')
    FROM ${STATE} state LEFT JOIN LATERAL (
      SELECT number, record FROM lectern.talk_text JOIN lectern.talk_record USING (number)
      WHERE words @> $1::integer[] AND number > $2 AND cardinality($1::integer[]) > 0 ORDER BY number LIMIT $3
    ) talk ON true`;
  const found: number[] = [];
  const count = Math.max(STRETCH, limit);
  for (let last = 0, before: string | null | undefined; ;) {
    const rows = await ask(statement, [hashes, last, count]);
    const [version, token] = rows[0] ?? [];
    if (before !== undefined && before !== token) return undefined;
    before = token;
    for (const [, , number, record] of rows) {
      if (typeof number !== 'string' || typeof record !== 'string' || found.length === limit) continue;
      last = Number(number);
      if (holds(record, phrases)) found.push(last);
    }
    if (rows.length < count || found.length === limit) return { version: Number(version), value: found };
  }
}

function holds(record: string, phrases: readonly string[][]): boolean {
  const { title, description } = talkFieldsFrom(record);
  const fields = [wordsOf(title), wordsOf(description)];
  return phrases.every((phrase) => fields.some((words) => follows(words, phrase)));
}

function follows(words: readonly string[], phrase: readonly string[]): boolean {
  for (let at = 0; at + phrase.length <= words.length; at++) {
    if (phrase.every((word, index) => words[at + index] === word)) return true;
  }
  return false;
}
