import type { Target } from '#catalogue/field.ts';
import { isImageUrl, LONGEST_IMAGE_URL } from '#catalogue/image.ts';
import { isObject } from '#catalogue/json-object.ts';
import { isMaterialUrl, LONGEST_MATERIAL_URL } from '#catalogue/material.ts';
import { isPlaceId, type PlaceId } from '#catalogue/place.ts';
import type { Problem } from '#catalogue/problem.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { isSlug, type Slug } from '#catalogue/slug.ts';
import { isStorable } from '#catalogue/storable-text.ts';
import { isTimestamp, type Timestamp } from '#catalogue/timestamp.ts';
import { isTopicUri, type TopicUri } from '#catalogue/topic.ts';

/** In characters; anything longer is a mistake, and would slow down every listing that has it. */
const LONGEST_TEXT = 1_000_000;
const LONGEST_NAME = 10_000;
const LONGEST_LIST = 100_000;

/** Largest signed 32-bit integer, as in calendars (RFC 5545, 3.3.8). */
const LARGEST_COUNT = 2 ** 31 - 1;

/**
 * The fields of one record in a file, read one by one by their wire names. Problems are collected,
 * and a stand-in is returned for each bad field, so that one pass finds all problems of a record.
 */
export class RecordFields {
  readonly problems: Problem[] = [];
  readonly #fields: Readonly<Record<string, unknown>>;
  #present = 1;

  constructor(fields: Readonly<Record<string, unknown>>) {
    this.#fields = fields;
  }

  /** Number of the record's fields that have been read, including `type`. */
  get present(): number {
    return this.#present;
  }

  /** The identifier of a record. */
  key(name: string, to: Target): string {
    return this.#required(name, IDENTIFIERS[to]);
  }

  reference(name: string, to: Target): string | null {
    return this.#optional(name, IDENTIFIERS[to]);
  }

  /** In the given order, without duplicates. */
  references(name: string, to: Target): readonly string[] {
    const form = IDENTIFIERS[to];
    const entries: string[] = [];
    this.#entries(name, LONGEST_LIST).forEach((entry, index) => {
      if (typeof entry === 'string' && form.is(entry)) entries.push(entry);
      else this.#formed(`${name}[${index}]`, entry, form);
    });
    return entries.length < 2 ? entries : [...new Set(entries)];
  }

  timestamp(name: string): Timestamp {
    return this.#required(name, TIMESTAMP);
  }

  materialUrl(name: string): string {
    return this.#required(name, MATERIAL_URL);
  }

  imageUrl(name: string): string {
    return this.#required(name, IMAGE_URL);
  }

  timestampOrNull(name: string): Timestamp | null {
    return this.#optional(name, TIMESTAMP);
  }

  /** A required name, label or title. */
  name(name: string, longest = LONGEST_NAME): string {
    const value = this.#take(name);
    if (value === undefined) return this.#missing(name);
    const text = this.#text(name, value, longest);
    if (text?.trim() === '') {
      this.problem('empty-text', name, 'It is empty.', `Write a ${name} that people can read.`);
    }
    return text ?? '';
  }

  /** An optional name; `''` when left out or blank. */
  nameOrNone(name: string): string {
    const text = this.text(name, LONGEST_NAME);
    return text.trim() === '' ? '' : text;
  }

  /**
   * `''` when left out. `longest`: characters. `yesNo`: what true and false, which some catalogues write, become.
   */
  text(name: string, longest = LONGEST_TEXT, yesNo?: readonly [yes: string, no: string]): string {
    const value = this.#take(name);
    if (value === undefined || value === '') return '';
    if (typeof value === 'boolean' && yesNo !== undefined) return yesNo[value ? 0 : 1];
    return this.#text(name, value, longest) ?? '';
  }

  /** A whole number from 0; null when left out. */
  countOrNull(name: string): number | null {
    const value = this.#take(name);
    if (value === undefined) return null;
    if (typeof value !== 'number') this.#wrongType(name, value, 'a number');
    else if (Number.isInteger(value) && value >= 0 && value <= LARGEST_COUNT) return Math.abs(value);
    else
      this.problem(
        'out-of-range',
        name,
        `${value} is out of range.`,
        `Write a whole number from 0 to ${LARGEST_COUNT}.`,
      );
    return null;
  }

  boolean(name: string, otherwise: boolean): boolean {
    const value = this.#take(name);
    if (value === undefined || typeof value === 'boolean') return value ?? otherwise;
    this.#wrongType(name, value, 'true or false');
    return otherwise;
  }

  /** Required unless `otherwise` is given. */
  choice<T extends string>(name: string, choices: readonly [T, ...T[]], otherwise?: T): T {
    const value = this.#take(name);
    if (value === undefined && otherwise !== undefined) return otherwise;
    const chosen = choices.find((choice) => choice === value);
    if (chosen !== undefined) return chosen;
    const hint = `Write one of: ${choices.join(', ')}.`;
    if (value === undefined) this.problem('missing-field', name, 'It is missing.', hint);
    else this.problem('bad-choice', name, `${shownValue(value)} is not an allowed value.`, hint);
    return choices[0];
  }

  /** Degrees from `-limit` to `limit`; null when left out. */
  degrees(name: string, limit: number): number | null {
    const value = this.#take(name);
    if (value === undefined) return null;
    if (typeof value !== 'number') this.#wrongType(name, value, 'a number');
    else if (Math.abs(value) <= limit) return value;
    else this.problem('out-of-range', name, `${value} is out of range.`, `Write degrees from ${-limit} to ${limit}.`);
    return null;
  }

  /** Reports every field of the record that is not among these. */
  refuseAllBut(known: readonly string[], type: string): void {
    for (const name of Object.keys(this.#fields)) {
      if (known.includes(name)) continue;
      const hint = `Remove it, or correct its spelling; the fields are: ${known.join(', ')}.`;
      this.problem(
        'unknown-field',
        /^\w{1,60}$/.test(name) ? name : '',
        `A ${type} has no field ${shownValue(name)}.`,
        hint,
      );
    }
  }

  problem(code: string, where: string, what: string, hint: string): void {
    this.problems.push({ code, where, what, hint });
  }

  /** Undefined when the field is absent or null, which mean the same. */
  #take(name: string): unknown {
    const value = this.#fields[name];
    if (value !== undefined) this.#present++;
    return value ?? undefined;
  }

  #required<T extends string>(name: string, form: Form<T>): T | '' {
    const value = this.#take(name);
    return value === undefined ? this.#missing(name) : (this.#formed(name, value, form) ?? '');
  }

  #optional<T extends string>(name: string, form: Form<T>): T | null {
    const value = this.#take(name);
    return value === undefined ? null : (this.#formed(name, value, form) ?? null);
  }

  /** A list of objects, each read by itself; problems name the object: `materials[2].url`. */
  objects<T>(name: string, longest: number, read: (fields: RecordFields) => T): readonly T[] {
    return this.#entries(name, longest).flatMap((entry, index) => this.#object(`${name}[${index}]`, entry, read));
  }

  /** One object; null when left out. */
  objectOrNull<T>(name: string, read: (fields: RecordFields) => T): T | null {
    const value = this.#take(name);
    return value === undefined ? null : (this.#object(name, value, read)[0] ?? null);
  }

  #object<T>(where: string, value: unknown, read: (fields: RecordFields) => T): [T] | [] {
    if (!isObject(value)) {
      this.#wrongType(where, value, 'an object');
      return [];
    }
    const fields = new RecordFields(value);
    const object = read(fields);
    for (const problem of fields.problems)
      this.problems.push({ ...problem, where: problem.where === '' ? where : `${where}.${problem.where}` });
    return [object];
  }

  #entries(name: string, longest: number): readonly unknown[] {
    const value = this.#take(name);
    if (value === undefined) return [];
    if (!Array.isArray(value)) this.#wrongType(name, value, 'a list');
    else if (value.length <= longest) return value;
    else this.problem('too-many', name, `It has ${value.length} entries.`, `Write at most ${longest}.`);
    return [];
  }

  #formed<T extends string>(where: string, value: unknown, form: Form<T>): T | undefined {
    if (typeof value === 'string' && form.is(value)) return value;
    this.problem(form.code, where, `${shownValue(value)} is not ${form.noun}.`, form.hint);
    return undefined;
  }

  #text(name: string, value: unknown, longest: number): string | undefined {
    if (typeof value !== 'string') {
      this.#wrongType(name, value, 'text');
    } else if (value.length > longest) {
      this.problem('too-long', name, `It has ${value.length} characters.`, `Write at most ${longest}.`);
    } else if (!isStorable(value)) {
      const what = `${shownValue(value)} contains a NUL, or half of a surrogate pair.`;
      this.problem('bad-text', name, what, 'Remove the \\u0000, or the unpaired surrogate (\\ud800 to \\udfff).');
    } else {
      return value;
    }
    return undefined;
  }

  #missing(name: string): '' {
    this.problem('missing-field', name, 'It is missing.', `It is required: add "${name}".`);
    return '';
  }

  #wrongType(name: string, value: unknown, wanted: string): void {
    this.problem(
      'wrong-type',
      name,
      `${shownValue(value)} is not ${wanted}.`,
      `Write ${wanted}, or leave the field out.`,
    );
  }
}

/** A form that an identifier or a time must have. */
interface Form<T extends string> {
  readonly code: string;
  readonly noun: string;
  readonly is: (text: string) => text is T;
  readonly hint: string;
}

const SLUG: Form<Slug> = {
  code: 'bad-slug',
  noun: 'a lower-case UUID',
  is: isSlug,
  hint: 'Write 32 lower-case hexadecimal digits as 8-4-4-4-12, e.g. "ae188ae7-aade-5372-95a2-d2cecd574d47".',
};

const PLACE_ID: Form<PlaceId> = {
  code: 'bad-place-id',
  noun: 'a place id',
  is: isPlaceId,
  hint: 'Write a lower-case scheme word, a colon and digits, e.g. "place:23232534".',
};

const TOPIC_URI: Form<TopicUri> = {
  code: 'bad-topic-uri',
  noun: 'an absolute http or https URI',
  is: isTopicUri,
  hint: 'Write the whole address, e.g. "http://id.worldcat.org/fast/1012163".',
};

const IDENTIFIERS: Readonly<Record<Target, Form<string>>> = {
  place: PLACE_ID,
  person: SLUG,
  topic: TOPIC_URI,
  series: SLUG,
  talk: SLUG,
  collection: SLUG,
};

const TIMESTAMP: Form<Timestamp> = {
  code: 'bad-timestamp',
  noun: 'a UTC time that exists, written yyyy-mm-ddThh:mm:ssZ',
  is: isTimestamp,
  hint: 'Write it without fraction or offset, e.g. "2016-06-25T09:00:00Z".',
};

const MATERIAL_URL: Form<string> = {
  code: 'bad-address',
  noun: `an http or https address of at most ${LONGEST_MATERIAL_URL} characters`,
  is: (text): text is string => isMaterialUrl(text),
  hint: 'Write the whole address, without blanks, e.g. "https://video.example.org/watch/1234".',
};

const IMAGE_URL: Form<string> = {
  code: 'bad-address',
  noun: `an http or https address of at most ${LONGEST_IMAGE_URL} characters, or the path of a picture`,
  is: (text): text is string => isImageUrl(text),
  hint: 'Write the whole address, or the path below the folder of pictures, e.g. "people/doe.jpg" (avif, gif, jpg, png or webp).',
};
