import { isDate } from '#catalogue/all-day.ts';
import {
  CORRECTED_FIELDS,
  type CorrectedField,
  type CorrectedFields,
  CORRECTION_FIELDS,
  type CorrectionField,
  correctionKey,
  isOwnField,
  LONGEST_VALUE,
} from '#catalogue/correction.ts';
import { isObject } from '#catalogue/json-object.ts';
import { nearestWord } from '#catalogue/nearest-word.ts';
import { isPlaceId } from '#catalogue/place.ts';
import type { LocatedProblem, Problem } from '#catalogue/problem.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { isSlug, type Slug } from '#catalogue/slug.ts';
import { isStorable } from '#catalogue/storable-text.ts';
import { type Path, YamlText } from '../sync/yaml-text.ts';
import { timeFrom } from './corrected-times.ts';

/** A correction as in the file. */
export interface WrittenCorrection {
  readonly slug: Slug;
  /** Its first line, from 1. */
  readonly line: number;
  readonly fields: CorrectedFields;
  readonly was: CorrectedFields;
}

export type CorrectionsFile =
  | { readonly ok: true; readonly corrections: readonly WrittenCorrection[] }
  | { readonly ok: false; readonly problems: readonly LocatedProblem[] };

interface CorrectionsGiven {
  /** The file name in problems. */
  readonly path: string;
  readonly text: string;
  /** IANA zone of times without one. */
  readonly zone: string;
}

/** More corrections than this should be a catalogue file of their own. */
export const MAX_CORRECTIONS = 5_000;

const WRITE = 'Write corrections: and below it a list of them, each begun with "- talk: …".';

/** Reads a corrections file. Returns all problems at once, with their lines. */
export function readCorrectionsFile({ path, text, zone }: CorrectionsGiven): CorrectionsFile {
  const read = YamlText.read(path, text, 'corrections file');
  if (!read.ok) return read;
  const reading = new Reading(read.text, zone);
  const corrections = reading.file(read.text.value);
  if (reading.problems.length === 0) return { ok: true, corrections };
  return { ok: false, problems: reading.problems.sort((a, b) => a.line - b.line) };
}

const FIELD_OF_KEY = new Map(CORRECTED_FIELDS.map((field) => [correctionKey(field), field]));

/** Names of the fields allowed under `was`. */
const BEFORE = [...FIELD_OF_KEY].flatMap(([name, field]) => (isOwnField(field) ? [] : [name]));

class Reading {
  readonly problems: LocatedProblem[] = [];
  readonly #text: YamlText;
  readonly #zone: string;
  /** The line of each talk that has been read. */
  readonly #lines = new Map<Slug, number>();

  constructor(text: YamlText, zone: string) {
    this.#text = text;
    this.#zone = zone;
  }

  file(value: unknown): WrittenCorrection[] {
    if (!isObject(value)) {
      this.#add([], 'not-corrections', 'Not a corrections file.', WRITE);
      return [];
    }
    for (const name of Object.keys(value)) if (name !== 'corrections') this.#unknown([name], name, ['corrections']);
    const list = value.corrections;
    if (!('corrections' in value)) this.#add([], 'missing-setting', 'There are no corrections.', WRITE);
    // An empty list, after the last correction has been deleted.
    if (list === null || list === undefined) return [];
    if (!Array.isArray(list)) {
      this.#add(['corrections'], 'bad-setting', `${shownValue(list)} is not a list.`, WRITE);
      return [];
    }
    if (list.length > MAX_CORRECTIONS) {
      const what = `There are ${list.length} corrections; at most ${MAX_CORRECTIONS} can be read.`;
      this.#add(['corrections'], 'too-many', what, 'Correct so much at the source, or in a catalogue file.');
      return [];
    }
    return list.flatMap((each: unknown, index) => this.#correction(each, ['corrections', index]));
  }

  #correction(value: unknown, path: Path): WrittenCorrection[] {
    if (!isObject(value)) {
      this.#add(path, 'bad-correction', `${shownValue(value)} is not a correction.`, WRITE);
      return [];
    }
    const { talk, was, ...rest } = value;
    const slug = this.#talk(talk, path);
    const fields = this.#fields(rest, path);
    if (Object.keys(rest).length === 0) {
      const what = 'Nothing of this talk is corrected.';
      this.#add(path, 'no-correction', what, `Add ${[...FIELD_OF_KEY.keys()].join(', ')}, or delete the talk.`);
    }
    const before = was === undefined || was === null ? {} : this.#was(was, rest, [...path, 'was']);
    return slug === undefined ? [] : [{ slug, line: this.#text.lineOf(path), fields, was: before }];
  }

  #talk(talk: unknown, path: Path): Slug | undefined {
    if (talk === undefined) {
      this.#add(path, 'missing-setting', 'There is no talk.', 'Write talk: and its slug, or the address of its page.');
      return undefined;
    }
    const slug = typeof talk === 'string' ? talkNamed(talk) : undefined;
    const at = [...path, 'talk'];
    if (slug === undefined) {
      this.#add(at, 'bad-slug', `${shownValue(talk)} is not a talk.`, 'Write its slug, or the address of its page.');
      return undefined;
    }
    const first = this.#lines.get(slug);
    if (first === undefined) this.#lines.set(slug, this.#text.lineOf(at));
    else {
      const what = `Duplicate talk ${slug}: first corrected on line ${String(first)}.`;
      this.#add(at, 'second-correction', what, 'Write all corrections of a talk in one place.');
    }
    return slug;
  }

  #was(was: unknown, corrected: Readonly<Record<string, unknown>>, path: Path): CorrectedFields {
    if (!isObject(was)) {
      this.#add(
        path,
        'bad-setting',
        `${shownValue(was)} is not a list of fields.`,
        'Write fields and values below it.',
      );
      return {};
    }
    for (const name of Object.keys(was)) {
      if (!FIELD_OF_KEY.has(name) || name in corrected) continue;
      const what = `${name} is not corrected.`;
      this.#add([...path, name], 'no-correction', what, 'Delete this line, or correct it above.');
    }
    return this.#fields(was, path, true);
  }

  #fields(values: Readonly<Record<string, unknown>>, path: Path, isBefore = false): CorrectedFields {
    const entries = Object.entries(values).flatMap(([name, value]) => {
      const at = [...path, name];
      const field = FIELD_OF_KEY.get(name);
      if (field === undefined || (isBefore && isOwnField(field))) {
        this.#unknown(at, name, isBefore ? BEFORE : ['talk', ...FIELD_OF_KEY.keys(), 'was']);
        return [];
      }
      const read = (isBefore ? valueBefore : correctionValue)(field, value, this.#zone);
      if (read.ok) return [[field, read.value] as const];
      this.#add(at, read.code, read.what, read.hint);
      return [];
    });
    const fields: CorrectedFields = Object.fromEntries(entries);
    const { start, end } = fields;
    // Under `was`, the two values of the source may be of different days.
    if (!isBefore && start !== undefined && end !== undefined) {
      const at = [...path, 'end'];
      if (isDate(start) !== isDate(end)) {
        const what = 'Only one of start and end has a time of day.';
        this.#add(at, 'bad-time', what, 'Write date and time in both, or in both the date alone, for all day.');
      } else if (end < start) {
        this.#add(at, 'end-before-start', 'It ends before it starts.', 'Correct one of the two times.');
      }
    }
    return fields;
  }

  #unknown(path: Path, name: string, names: readonly string[]): void {
    const nearest = nearestWord(name, names);
    const all = `There are ${names.join(', ')}.`;
    const hint = nearest === undefined ? all : `Did you mean ${nearest}? ${all}`;
    this.#add(path, 'unknown-setting', `There is no field ${shownValue(name)}.`, hint);
  }

  #add(path: Path, code: string, what: string, hint: string): void {
    this.problems.push(this.#text.problem(path, { code, what, hint }));
  }
}

/** The slug in a slug, or in the address of a talk page or representation. Undefined: neither. */
export function talkNamed(text: string): Slug | undefined {
  const slug = /(?:^|\/talks\/(?:id\/)?)([0-9a-f-]{36})(?:\.[a-z0-9]+)?\/?(?:[?#].*)?$/i
    .exec(text.trim())?.[1]
    ?.toLowerCase();
  return slug !== undefined && isSlug(slug) ? slug : undefined;
}

type CorrectionValue =
  | { readonly ok: true; readonly value: string | boolean | null }
  | (Omit<Problem, 'where'> & { readonly ok: false });

/** Parses a field of a corrections file. @param zone IANA zone of times without one */
function correctionValue(field: CorrectedField, value: unknown, zone: string): CorrectionValue {
  switch (CORRECTION_FIELDS[field].kind) {
    case 'flag':
    case 'mark':
      if (typeof value === 'boolean') return { ok: true, value };
      return bad('bad-setting', `${shownValue(value)} is not true or false.`, 'Write true or false.');
    case 'time': {
      const time = typeof value === 'string' ? timeFrom(value, zone) : undefined;
      if (time !== undefined) return { ok: true, value: time };
      const hint = 'Write date and time: 2027-01-18 17:00, or 2027-01-18T17:00:00Z; or the date alone for all day.';
      return bad('bad-time', `${shownValue(value)} is not a valid time.`, hint);
    }
    case 'place':
      if (value === null || (typeof value === 'string' && isPlaceId(value))) return { ok: true, value };
      return bad(
        'bad-place',
        `${shownValue(value)} is not the identifier of a place.`,
        'Write one of the catalogue, such as place:23232534; null for no venue. A room without a record goes into room.',
      );
    default:
      return words(field, value);
  }
}

/** Parses a field under `was`. Text may be anything, since sources write what they like. */
function valueBefore(field: CorrectedField, value: unknown, zone: string): CorrectionValue {
  const isText = ['text', 'address'].includes(CORRECTION_FIELDS[field].kind);
  return typeof value === 'string' && isText ? { ok: true, value } : correctionValue(field, value, zone);
}

function words(field: CorrectedField, value: unknown): CorrectionValue {
  if (value === null) return { ok: true, value: '' };
  if (typeof value !== 'string') {
    const hint = typeof value === 'number' ? 'Put it between quotes.' : 'Write text.';
    return bad('bad-setting', `${shownValue(value)} is not text.`, hint);
  }
  const { kind, longest = LONGEST_VALUE }: CorrectionField = CORRECTION_FIELDS[field];
  if (value.length > longest) return bad('too-long', `It has more than ${longest} characters.`, 'Shorten it.');
  if (!isStorable(value)) {
    return bad('bad-text', `${shownValue(value)} contains a NUL, or half of a surrogate pair.`, 'Remove it.');
  }
  if (kind === 'address' && value !== '' && !/^https?:\/\//i.test(value)) {
    return bad(
      'bad-address',
      `${shownValue(value)} is not a valid address.`,
      'Write the full address, including https://.',
    );
  }
  return { ok: true, value };
}

function bad(code: string, what: string, hint: string): CorrectionValue {
  return { ok: false, code, what, hint };
}

type Property = Readonly<Record<string, unknown>>;

function propertyOf({ kind, description, longest = LONGEST_VALUE }: CorrectionField): Property {
  const text = { type: ['string', 'null'], maxLength: longest };
  switch (kind) {
    case 'text':
      return { ...text, description };
    case 'address':
      return { ...text, pattern: '^$|^[hH][tT]{2}[pP][sS]?://', description };
    case 'time':
      return {
        type: 'string',
        pattern: '^\\s*\\d{4}-\\d{2}-\\d{2}([ T]\\d{2}:\\d{2}(:\\d{2})?(Z|[+-]\\d{2}:?\\d{2})?)?\\s*$',
        examples: ['2027-01-18 17:00', '2027-01-18T17:00:00Z', '2027-01-18'],
        description,
      };
    case 'place':
      return {
        type: ['string', 'null'],
        pattern: '^[a-z][a-z0-9]*:[0-9]+$',
        description,
        examples: ['place:23232534'],
      };
    case 'flag':
    case 'mark':
      return { type: 'boolean', description };
  }
}

/** Under `was`, texts have no limits: sources write what they like. */
function propertyBefore(field: CorrectionField): Property {
  const { description, kind } = field;
  return kind === 'text' || kind === 'address' ? { type: ['string', 'null'], description } : propertyOf(field);
}

function properties(fields: readonly CorrectedField[], property: (field: CorrectionField) => Property): Property {
  return Object.fromEntries(fields.map((field) => [correctionKey(field), property(CORRECTION_FIELDS[field])]));
}

/**
 * JSON Schema of a corrections file, in draft 7, which editors support. deploy/corrections.schema.json is a copy for
 * them. `readCorrectionsFile` checks more, with better messages.
 */
export const CORRECTIONS_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Lectern corrections file',
  description: 'Changes to talks that override their sources.',
  type: 'object',
  required: ['corrections'],
  additionalProperties: false,
  properties: {
    corrections: {
      type: ['array', 'null'],
      maxItems: MAX_CORRECTIONS,
      description: 'The talks that are corrected, each once.',
      items: {
        type: 'object',
        required: ['talk'],
        minProperties: 2,
        additionalProperties: false,
        properties: {
          talk: {
            type: 'string',
            description: 'The talk: its slug, or the address of its page.',
            examples: ['0c9a2f4e-3b1d-4e5f-8a7b-6c5d4e3f2a1b'],
          },
          ...properties(CORRECTED_FIELDS, propertyOf),
          was: {
            type: ['object', 'null'],
            additionalProperties: false,
            description: 'What the source said when it was corrected. Lectern reports if it says something else.',
            properties: properties(
              CORRECTED_FIELDS.filter((field) => !isOwnField(field)),
              propertyBefore,
            ),
          },
        },
      },
    },
  },
} as const;
