import { isDate } from '#catalogue/all-day.ts';
import { CORRECTED_FIELDS, correctionKey, isOwnField, type CorrectedFields } from '#catalogue/correction.ts';
import { isObject } from '#catalogue/json-object.ts';
import { nearestWord } from '#catalogue/nearest-word.ts';
import type { LocatedProblem } from '#catalogue/problem.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { isSlug, type Slug } from '#catalogue/slug.ts';
import { YamlText, type Path } from '../sync/yaml-text.ts';
import { correctionValue, valueBefore } from './correction-values.ts';

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
