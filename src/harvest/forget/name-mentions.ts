import { isObject } from '#catalogue/json-object.ts';
import type { Person } from '#catalogue/person.ts';
import type { FileRecord } from '#catalogue/record.ts';
import { wordsOf } from '#store/words.ts';

/** Shorter words of a name, such as initials and particles, are too common in texts. */
const SHORTEST_WORD = 3;

/** Fields without free text, such as identifiers and times. */
const NO_TEXT = new Set([
  ...['type', 'slug', 'uid', 'id', 'uri', 'parent', 'series', 'venue', 'organisingDepartment', 'topics', 'speakers'],
  ...['hosts', 'organisers', 'talks', 'organisingDepartments', 'start', 'end', 'updated', 'history', 'status', 'kind'],
]);

/** Finds a person in text: the words of the name in order, or with the last one first, or the e-mail address. */
export class NameMentions {
  readonly #orders: readonly string[];
  readonly #words: readonly string[];
  readonly #address: string;

  constructor({ name, emailAddress }: Pick<Person, 'name' | 'emailAddress'>) {
    const words = wordsOf(name);
    const [last = '', ...before] = [words.at(-1), ...words.slice(0, -1)];
    this.#orders = words.length === 0 ? [] : [words.join(' '), [last, ...before].join(' ')];
    this.#words = words.filter((word) => word.length >= SHORTEST_WORD);
    this.#address = emailAddress.toLowerCase();
  }

  /** @param isTheirs a text about a talk of the person, where one word of the name is enough */
  isIn(text: string, isTheirs = false): boolean {
    if (this.#address !== '' && text.toLowerCase().includes(this.#address)) return true;
    const words = ` ${wordsOf(text).join(' ')} `;
    const wanted = isTheirs ? [...this.#orders, ...this.#words] : this.#orders;
    return wanted.some((each) => words.includes(` ${each} `));
  }

  /** Whether any text of a record mentions the person. */
  isInRecord(record: FileRecord, isTheirs = false): boolean {
    return this.isIn(textsOf(record).join('\n'), isTheirs);
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([field, held]) => (NO_TEXT.has(field) ? [] : textsOf(held)));
}
