import { isObject } from '#catalogue/json-object.ts';
import type { Person } from '#catalogue/person.ts';
import { FIELDS, type FileRecord } from '#catalogue/record.ts';
import { indexedWords, soughtWords } from '#catalogue/folding.ts';

/** Shorter words of a name, such as initials and particles, are too common in texts. */
const SHORTEST_WORD = 3;

/** Fields without free text, such as identifiers and times. */
const NO_TEXT = new Set(['type', 'uid', 'history']);
for (const { kind, name } of Object.values(FIELDS).flat())
  if (['key', 'reference', 'references', 'choice', 'time'].includes(kind)) NO_TEXT.add(name);

/** Finds a person in text: the words of the name in order, or with the last one first, or the e-mail address. */
export class NameMentions {
  readonly #orders: readonly string[];
  readonly #words: readonly string[];
  readonly #address: string;

  constructor({ name, emailAddress }: Pick<Person, 'name' | 'emailAddress'>) {
    const spellings = soughtWords(name).filter((words) => words.length > 0);
    this.#orders = spellings.flatMap((words) => [words, [...words.slice(-1), ...words.slice(0, -1)]].map(joined));
    this.#words = spellings.flat().filter((word) => word.length >= SHORTEST_WORD);
    this.#address = emailAddress.toLowerCase();
  }

  /** @param isTheirs a text about a talk of the person, where one word of the name is enough */
  isIn(text: string, isTheirs = false): boolean {
    if (this.#address !== '' && text.toLowerCase().includes(this.#address)) return true;
    const { words, others } = indexedWords(text);
    const found = ` ${joined(words)}  ${joined(others)} `;
    const wanted = isTheirs ? [...this.#orders, ...this.#words] : this.#orders;
    return wanted.some((each) => found.includes(` ${each} `));
  }

  /** Whether any text of a record mentions the person. */
  isInRecord(record: FileRecord, isTheirs = false): boolean {
    return this.isIn(textsOf(record).join('\n'), isTheirs);
  }
}

function joined(words: readonly string[]): string {
  return words.join(' ');
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([field, held]) => (NO_TEXT.has(field) ? [] : textsOf(held)));
}
