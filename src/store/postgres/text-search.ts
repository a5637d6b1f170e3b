import { MENTIONED_TYPES } from '../entity-type.ts';
import type { AtVersion, Matches, TermMatches, TextTerm } from '../store.ts';
import { union } from '../union.ts';
import type { Ask, Cell } from './connection.ts';
import { STATE } from './connection.ts';

/**
 * Numbers of words in one condition on an array index. The index compares all of them with every row, so many small
 * conditions take less time than a large one.
 */
const TOGETHER = 32;
/** The most such conditions in one statement; for more words, the conditions get larger. */
const MAX_QUESTIONS = 64;
/** Sorts after any character of a word. */
const LAST_CHARACTER = '\u{10ffff}';

/** Searches for terms in the titles and descriptions of talks and in names. `ask` must stay in one state. */
export async function findTerms(ask: Ask, terms: readonly TextTerm[]): Promise<AtVersion<TermMatches[]>> {
  const words = await readWords(ask, terms);
  const found: TermMatches[] = [];
  for (const [index, term] of terms.entries()) {
    const statement = new TermStatement(term, words.exact, words.longer[index] ?? []);
    found.push(matchesFrom(term, (await ask(statement.text, statement.values))[0] ?? []));
  }
  return { version: words.version, value: found };
}

interface Words {
  /** The version that was read. */
  readonly version: number;
  readonly exact: ReadonlyMap<string, number>;
  /** For each term: numbers of the words that begin with its last word, if that may be a prefix. */
  readonly longer: readonly (readonly number[])[];
}

async function readWords(ask: Ask, terms: readonly TextTerm[]): Promise<Words> {
  const values: unknown[] = [[...new Set(terms.flatMap(({ words }) => words))]];
  const parts = ['SELECT -1 AS term, word, number FROM lectern.word WHERE word = ANY($1::text[])'];
  for (const [index, { words, isBeginning }] of terms.entries()) {
    if (isBeginning) parts.push(`SELECT ${index}, NULL, number FROM lectern.word WHERE ${begins(words, values)}`);
  }
  const text = `
    SELECT state.version, found.term, found.word, found.number
    FROM ${STATE} state LEFT JOIN (${parts.join(' UNION ALL ')}) found ON true`;
  const rows = await ask(text, values);
  const exact = new Map<string, number>();
  const longer = terms.map((): number[] => []);
  for (const [, term, word, number] of rows) {
    if (typeof word === 'string') exact.set(word, Number(number));
    else longer[Number(term ?? -1)]?.push(Number(number));
  }
  return { version: Number(rows[0]?.[0]), exact, longer };
}

/**
 * SQL condition: a word begins with a term's last word. @param values of the statement, to which the bounds are added
 */
export function begins(words: readonly string[], values: unknown[]): string {
  const last = words.at(-1) ?? '';
  const [from, to] = [values.push(last), values.push(last + LAST_CHARACTER)];
  return `word >= $${from}::text AND word < $${to}::text`;
}

/** Numbers of a term's possible last words, as parameters of a statement. */
interface Lasts {
  readonly all: string;
  /** The same, split into parts. */
  readonly parts: readonly string[];
}

/**
 * Selects all matches of a term as a row of lists, for `matchesFrom`: first the lists for the exact words, then those
 * for longer last words. No list repeats what can be taken from another one.
 */
class TermStatement {
  readonly values: unknown[] = [];
  readonly text: string;
  readonly #words: readonly (number | undefined)[];

  constructor({ words, isBeginning }: TextTerm, exact: ReadonlyMap<string, number>, longer: readonly number[]) {
    this.#words = words.map((word) => exact.get(word));
    const last = this.#words.at(-1);
    const forms = [last === undefined ? [] : [last], ...(isBeginning ? [longer.filter((each) => each !== last)] : [])];
    // Nothing can match if any but the last word is unknown.
    if (this.#words.slice(0, -1).includes(undefined)) forms.fill([]);
    const lists = forms.flatMap((numbers) => {
      const lasts = this.#lasts(numbers);
      const named = this.#holds('words', lasts);
      return [
        list('wording', this.#holds('title', lasts)),
        list('wording', this.#holds('description', lasts)),
        ...MENTIONED_TYPES.map((type) => list(type, `record IS NOT NULL AND (${named})`)),
      ];
    });
    this.text = `SELECT ${lists.join(', ')}`;
  }

  #lasts(numbers: readonly number[]): Lasts {
    if (numbers.length === 0) return { all: '', parts: [] };
    const parts = inParts(numbers).map((part) => `${this.#value(part)}::integer[]`);
    const [only, another] = parts;
    if (this.#words.length === 1 || (only !== undefined && another === undefined)) return { all: only ?? '', parts };
    return { all: `${this.#value(numbers)}::integer[]`, parts };
  }

  /** SQL condition: an array has the term's words in sequence, with one of `lasts` as the last. */
  #holds(column: string, { all, parts }: Lasts): string {
    const before = this.#words.slice(0, -1);
    if (parts.length === 0) return 'false';
    const hasLast = parts.map((part) => `${column} && ${part}`).join(' OR ');
    const [first, ...others] = before;
    if (first === undefined) return hasLast;
    const follow = others.map((word, index) => `${column}[spot + ${index + 1}] = ${this.#value(word)}::integer`);
    follow.push(`${column}[spot + ${before.length}] = ANY(${all})`);
    const spots = `unnest(array_positions(${column}, ${this.#value(first)}::integer)) spot`;
    const hasAll = `${column} @> ${this.#value(before)}::integer[] AND (${hasLast})`;
    return `${hasAll} AND EXISTS (SELECT 1 FROM ${spots} WHERE ${follow.join(' AND ')})`;
  }

  #value(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

function inParts(numbers: readonly number[]): (readonly number[])[] {
  const size = Math.max(TOGETHER, Math.ceil(numbers.length / MAX_QUESTIONS));
  const parts: (readonly number[])[] = [];
  for (let from = 0; from < numbers.length; from += size) parts.push(numbers.slice(from, from + size));
  return parts;
}

/** SQL for the numbers as 32-bit integers in hexadecimal; null for none. */
function list(table: string, where: string): string {
  return `(SELECT encode(string_agg(int4send(number), ''::bytea), 'hex') FROM lectern.${table} WHERE ${where})`;
}

function matchesFrom({ isBeginning }: TextTerm, cells: readonly Cell[]): TermMatches {
  const [title, description, ...names] = cells.slice(0, 2 + MENTIONED_TYPES.length).map((cell, index): Matches => {
    const whole = numbersFrom(cell);
    return { whole, begun: isBeginning ? union(whole, numbersFrom(cells[index + 2 + MENTIONED_TYPES.length])) : whole };
  });
  const [place, person, topic, series] = names;
  if (!title || !description || !place || !person || !topic || !series) throw new Error('A list of matches is missing');
  const whole = union(title.whole, description.whole);
  const text = { whole, begun: isBeginning ? union(title.begun, description.begun) : whole };
  return { title, text, names: { place, person, topic, series } };
}

/** The numbers in ascending order. */
function numbersFrom(cell: Cell | undefined): Uint32Array {
  const bytes = Buffer.from(cell ?? '', 'hex');
  const numbers = new Uint32Array(bytes.length / 4);
  let isAscending = true;
  for (let index = 0; index < numbers.length; index++) {
    const number = bytes.readUInt32BE(index * 4);
    isAscending &&= number > (numbers[index - 1] ?? -1);
    numbers[index] = number;
  }
  // Rows are in the order of their numbers until talks change.
  return isAscending ? numbers : numbers.sort();
}
