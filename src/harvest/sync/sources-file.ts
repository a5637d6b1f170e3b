import { dirname, resolve } from 'node:path';
import { Ajv, type ErrorObject } from 'ajv';
import { nearestWord } from '#catalogue/nearest-word.ts';
import type { LocatedProblem, Problem } from '#catalogue/problem.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { isAddress } from '#sources/fetch/fetch-address.ts';
import type { DateOrder, ReadSetting, SourceFormat, SpeakersInText, StatusWords } from '#sources/source-format.ts';
import { sourceFormatNamed } from '#sources/source-formats.ts';
import { ianaZone } from '#sources/wall-clock.ts';
import type { GonePolicy } from '../provenance/gone-talks.ts';
import type { Trust } from '../provenance/ownership.ts';
import { hasUseFor, unusedSetting } from '../reading/unused-settings.ts';
import { filledIn } from './placeholders.ts';
import { durationOf } from './schedule.ts';
import { SOURCES_SCHEMA } from './sources-schema.ts';
import { type Path, YamlText } from './yaml-text.ts';

/** A sources file. */
export interface SourcesFile {
  /** Contact for operators of servers; null: none. */
  readonly contact: string | null;
  readonly sources: readonly ConfiguredSource[];
}

export interface ConfiguredSource {
  readonly name: string;
  /** First line of its settings, from 1. */
  readonly line: number;
  /** Either address or file is set. */
  readonly address: string | null;
  /** Absolute. */
  readonly file: string | null;
  /** Undefined: detected from the content. */
  readonly format: SourceFormat | undefined;
  /** Seconds. */
  readonly every: number;
  readonly mapping: ReadonlyMap<string, string>;
  readonly department: string | null;
  readonly topics: readonly string[];
  /** Slugs or addresses. */
  readonly collections: readonly string[];
  /** Empty: all sheets that are tables of talks. */
  readonly sheets: readonly string[];
  /** Null: the zone of the service. */
  readonly timeZone: string | null;
  readonly dateOrder: DateOrder | null;
  /** Undefined: the default. */
  readonly year?: string;
  readonly statusWords?: StatusWords;
  readonly speakersInText?: SpeakersInText;
  /** Settings from the defaults, which may be unused by this source. */
  readonly byDefault: readonly ReadSetting[];
  readonly gone: GonePolicy;
  /** Percentage of its upcoming talks that it may lose at once. Undefined: a third. */
  readonly maxLoss?: number;
  /** What it may change: what it brought itself, or all records. Default: `own`. */
  readonly trust?: Trust;
  readonly headers: Readonly<Record<string, string>>;
  readonly allowHosts: readonly string[];
  /** Whether it has a status page with its problems. */
  readonly statusPage?: boolean;
  readonly enabled: boolean;
}

export type SourcesFileResult =
  | { readonly ok: true; readonly file: SourcesFile }
  | { readonly ok: false; readonly problems: readonly LocatedProblem[] };

export interface SourcesFileGiven {
  readonly path: string;
  readonly text: string;
  /** Values for `${NAME}`; null: placeholders stay as written. */
  readonly environment: Readonly<Record<string, string | undefined>> | null;
  /** Names of other settings to ignore, if the file is the configuration file. */
  readonly settings?: ReadonlySet<string>;
}

/** A source as written, checked against the schema. */
interface WrittenSource {
  readonly name: string;
  readonly address?: string;
  readonly file?: string;
  readonly format?: string;
  readonly every?: string;
  readonly map?: Readonly<Record<string, string>>;
  readonly department?: string;
  readonly topics?: readonly string[];
  readonly collections?: readonly string[];
  readonly sheets?: readonly string[];
  readonly time_zone?: string;
  readonly date_order?: DateOrder;
  readonly year?: number | string;
  readonly status_words?: StatusWords;
  readonly speakers_in_text?: SpeakersInText;
  readonly gone?: GonePolicy;
  readonly max_loss?: number;
  readonly trust?: Trust;
  /** Deprecated, without effect. */
  readonly skip_bad?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly allow_hosts?: readonly string[];
  readonly status_page?: boolean;
  readonly enabled?: boolean;
}

interface WrittenFile {
  readonly contact?: string;
  readonly defaults?: Omit<WrittenSource, 'name' | 'address' | 'file'>;
  readonly sources: readonly WrittenSource[];
}

const SPELLED: Readonly<Record<ReadSetting, 'map' | 'date_order' | 'collections' | 'sheets'>> = {
  map: 'map',
  'date-order': 'date_order',
  collection: 'collections',
  sheet: 'sheets',
};
const READ_SETTINGS: readonly ReadSetting[] = ['map', 'date-order', 'collection', 'sheet'];
const EVERY = '1h';
/** Shortest interval for an address, in seconds. */
const OFTENEST = 60;

/** Reads a sources file. Returns all problems at once, with their lines. */
export function readSourcesFile({ path, text, environment, settings }: SourcesFileGiven): SourcesFileResult {
  const read = YamlText.read(path, text, 'sources file');
  if (!read.ok) return read;
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, unicodeRegExp: true });
  const isWritten = ajv.compile<WrittenFile>(SOURCES_SCHEMA);
  const value = without(settings ?? new Set(), read.text.value);
  const told = isWritten(value) ? [] : settingProblems(isWritten.errors ?? [], read.text);
  if (!isReadable(value, isWritten.errors ?? [])) return { ok: false, problems: told };
  const reading = new Reading(read.text, path, environment);
  const sources = value.sources.map((source, index) => reading.source(source, value.defaults ?? {}, index));
  const places = new Set(told.map(placeOf));
  const others = reading.problems.filter((problem) => !places.has(placeOf(problem)));
  const problems = [...told, ...others].sort((a, b) => a.line - b.line);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, file: { contact: value.contact ?? null, sources } };
}

function without(names: ReadonlySet<string>, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
}

/** Whether all types are right, so that further checks are possible. */
function isReadable(_value: unknown, errors: readonly ErrorObject[]): _value is WrittenFile {
  return !errors.some(
    ({ keyword, schemaPath }) => (keyword === 'type' || keyword === 'required') && !schemaPath.includes('/oneOf/'),
  );
}

function placeOf({ line, where }: LocatedProblem): string {
  return `${String(line)} ${where}`;
}

function optionalSettings({
  year,
  status_words: statusWords,
  speakers_in_text: speakersInText,
  max_loss: maxLoss,
  trust,
}: Partial<WrittenSource>): Pick<ConfiguredSource, 'year' | 'statusWords' | 'speakersInText' | 'maxLoss' | 'trust'> {
  return {
    ...(maxLoss === undefined ? {} : { maxLoss }),
    ...(trust === undefined ? {} : { trust }),
    ...(year === undefined ? {} : { year: String(year) }),
    ...(statusWords === undefined ? {} : { statusWords }),
    ...(speakersInText === undefined ? {} : { speakersInText }),
  };
}

class Reading {
  readonly problems: LocatedProblem[] = [];
  readonly #text: YamlText;
  readonly #folder: string;
  readonly #environment: SourcesFileGiven['environment'];
  /** Line of each source read, by name. */
  readonly #lines = new Map<string, number>();

  constructor(text: YamlText, path: string, environment: SourcesFileGiven['environment']) {
    this.#text = text;
    this.#folder = dirname(path);
    this.#environment = environment;
  }

  source(written: WrittenSource, defaults: Partial<WrittenSource>, index: number): ConfiguredSource {
    const at = (name: string): Path => (name in written ? ['sources', index, name] : ['defaults', name]);
    const all = { ...defaults, ...written };
    const line = this.#text.lineOf(['sources', index]);
    this.#checkName(all.name, at('name'));
    this.#checkUses(written, all.format, at);
    const headers = Object.entries(all.headers ?? {}).map(
      ([name, value]) => [name, this.#header(value, [...at('headers'), name])] as const,
    );
    return {
      name: all.name,
      line,
      address: all.address === undefined ? null : this.#address(all.address, at('address')),
      file: all.file === undefined ? null : resolve(this.#folder, all.file),
      format: all.format === undefined ? undefined : sourceFormatNamed(all.format),
      every: this.#every(all, at('every')),
      mapping: new Map(Object.entries(all.map ?? {})),
      department: all.department ?? null,
      topics: all.topics ?? [],
      collections: all.collections ?? [],
      sheets: sheetsOf(all),
      timeZone: this.#zone(all.time_zone, at('time_zone')),
      dateOrder: all.date_order ?? null,
      ...optionalSettings(all),
      byDefault: READ_SETTINGS.filter((setting) => !(SPELLED[setting] in written)),
      gone: all.gone ?? 'keep',
      headers: Object.fromEntries(headers),
      allowHosts: all.allow_hosts ?? [],
      ...(all.status_page === true ? { statusPage: true } : {}),
      enabled: all.enabled ?? true,
    };
  }

  #checkName(name: string, path: Path): void {
    const line = this.#text.lineOf(path);
    const first = this.#lines.get(name);
    if (first === undefined) this.#lines.set(name, line);
    else
      this.#add(
        'second-source',
        path,
        `Duplicate source ${shownValue(name)}: first defined on line ${String(first)}.`,
        'Give every source a name of its own.',
      );
  }

  /** Reports settings that a named format does not use. Detected formats are checked when the source is read. */
  #checkUses(written: WrittenSource, name: string | undefined, at: (name: string) => Path): void {
    const format = name === undefined ? undefined : sourceFormatNamed(name);
    if (format === undefined) return;
    for (const setting of READ_SETTINGS) {
      const spelled = SPELLED[setting];
      if (!(spelled in written) || hasUseFor(format, setting, new Map(Object.entries(written.map ?? {})))) continue;
      const { code, what, hint } = unusedSetting([format], spelled);
      this.#add(code, at(spelled), what, hint);
    }
  }

  #every({ every = EVERY, address }: WrittenSource, path: Path): number {
    const seconds = durationOf(every) ?? 0;
    if (address !== undefined && seconds < OFTENEST) {
      this.#add(
        'too-often',
        path,
        `${every} is too often for an address.`,
        'Write 1m or longer; better, 15m or longer.',
      );
    }
    return seconds;
  }

  #zone(zone: string | undefined, path: Path): string | null {
    if (zone === undefined) return null;
    // The same check as in readers. An offset is not a zone, since clocks change.
    if (ianaZone(zone) === undefined) {
      const what = `${shownValue(zone)} is not a time zone known to this machine.`;
      this.#add('bad-time-zone', path, what, 'Write an IANA name such as Europe/London, Asia/Tokyo or UTC.');
    }
    return zone;
  }

  #address(written: string, path: Path): string {
    const address = this.#filledIn(written, path);
    // Placeholders were not replaced, or have been reported as missing.
    if (address === written && written.includes('${')) return written;
    if (isAddress(address) && URL.canParse(address)) return address;
    // Values from the environment may be secret.
    const shown = address === written ? shownValue(address) : `What ${written} stands for`;
    this.#add(
      'bad-address',
      path,
      `${shown} is not a valid address.`,
      'Write the whole of it, from http://, https:// or webcal:// on.',
    );
    return address;
  }

  #header(written: string, path: Path): string {
    const value = this.#filledIn(written, path);
    if (!/^[\t\x20-\x7e]*$/.test(value)) {
      const what = 'The value has characters that are not allowed in a header.';
      this.#add('bad-header', path, what, 'Write it on one line, in ASCII.');
    }
    return value;
  }

  #filledIn(text: string, path: Path): string {
    const environment = this.#environment;
    if (environment === null) return text;
    const tell = ({ code, what, hint }: Omit<Problem, 'where'>): void => this.#add(code, path, what, hint);
    return filledIn(text, { environment, folder: this.#folder }, tell);
  }

  #add(code: string, path: Path, what: string, hint: string): void {
    this.problems.push(this.#text.problem(path, { code, what, hint }));
  }
}

function sheetsOf({ sheets = [] }: Partial<WrittenSource>): readonly string[] {
  return sheets;
}

/** Hints for values of settings where the schema alone does not explain enough. */
const EXPECTED: Readonly<Record<string, string>> = {
  every: 'Write a number and s, m, h or d: 15m, 1h, 1d.',
  department:
    'Write the identifier of a place in the catalogue: a lower-case scheme word, a colon and digits, as place:23232534.',
  topics: 'Write whole addresses of topics of the catalogue, in a list: [http://id.worldcat.org/fast/1].',
  collections:
    'Write slugs of public collections, or their addresses, in a list: [f6e6d9e6-d166-47d9-a894-35bc2f4a4580].',
  address: 'Write the whole of it, from http://, https:// or webcal:// on.',
  allow_hosts: 'Write names, or names and ports, in a list: [calendar.internal, localhost:8008].',
  name: 'Write a word or a few, at most 100 characters, without a blank at either end.',
  headers: 'Write the name of a request header, a colon and its value: Authorization: "Bearer …".',
  map: 'Write a field, a colon and what the source calls it: title: Subject.',
};

const WRITE_SOURCES = 'Write sources: and below it a list of them, each begun with "- name: …".';

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'settings, each with a name and a value',
};

/** Errors of the schema as readable problems, one per place, in order of lines. */
function settingProblems(errors: readonly ErrorObject[], text: YamlText): LocatedProblem[] {
  const problems = new Map<string, LocatedProblem>();
  for (const error of errors) {
    // Skip branches of oneOf and propertyNames: both have another error that is reported.
    if (error.schemaPath.includes('/oneOf/') || error.keyword === 'propertyNames') continue;
    const problem = problemOf(error, text);
    const place = `${String(problem.line)} ${problem.where}`;
    if (!problems.has(place)) problems.set(place, problem);
  }
  return [...problems.values()].sort((a, b) => a.line - b.line);
}

function problemOf(error: ErrorObject, text: YamlText): LocatedProblem {
  const path = pathOf(error.instancePath);
  const { params } = error;
  switch (error.keyword) {
    case 'additionalProperties': {
      const name = String(params.additionalProperty);
      return text.problem([...path, name], unknownSetting(name, Object.keys(propertiesOf(error))));
    }
    case 'required': {
      const name = String(params.missingProperty);
      const what = path.length === 0 ? `There are no ${name}.` : `There is no ${name}.`;
      const hint = path.length === 0 ? WRITE_SOURCES : `Write ${name}: and what it is.`;
      return text.problem(path, { code: 'missing-setting', what, hint });
    }
    case 'oneOf':
      return text.problem(path, oneOf(error.data));
    case 'enum':
      return text.problem(path, unknownWord(error.data, error.schema));
    case 'type':
      return text.problem(path, wrongType(error, path));
    default: {
      const value = error.propertyName ?? error.data;
      const hint = expected(path) ?? 'Write something.';
      return text.problem(path, { code: 'bad-setting', what: `${shownValue(value)} cannot be meant here.`, hint });
    }
  }
}

function unknownSetting(name: string, names: readonly string[]): { code: string; what: string; hint: string } {
  const nearest = nearestWord(name, names);
  const all = `There are ${names.join(', ')}.`;
  const hint = nearest === undefined ? all : `Did you mean ${nearest}? ${all}`;
  return { code: 'unknown-setting', what: `There is no setting ${shownValue(name)}.`, hint };
}

function unknownWord(value: unknown, words: unknown): { code: string; what: string; hint: string } {
  const known = Array.isArray(words) ? words.map(String) : [];
  const nearest = typeof value === 'string' ? nearestWord(value, known) : undefined;
  const hint = nearest === undefined ? 'Choose one of these.' : `Did you mean ${nearest}?`;
  return { code: 'bad-choice', what: `${shownValue(value)} is not one of ${known.join(', ')}.`, hint };
}

function oneOf(source: unknown): { code: string; what: string; hint: string } {
  const isBoth = typeof source === 'object' && source !== null && 'address' in source;
  return isBoth
    ? { code: 'two-places', what: 'Both an address and a file are given.', hint: 'Remove one of them.' }
    : {
        code: 'missing-setting',
        what: 'Neither an address nor a file is given.',
        hint: 'Write address: and where it is fetched, or file: and its path.',
      };
}

function wrongType({ data, params }: ErrorObject, path: Path): { code: string; what: string; hint: string } {
  const wanted = TYPES[String(params.type)] ?? String(params.type);
  const what =
    path.length === 0 ? 'Not a sources file.' : `${data === null ? 'Nothing' : shownValue(data)} is not ${wanted}.`;
  const quotes = params.type === 'string' && typeof data === 'number' ? 'Put it between quotes.' : undefined;
  const isAboutAll = path.length === 0 || (path.length === 1 && path[0] === 'sources');
  const hint = isAboutAll ? WRITE_SOURCES : (expected(path) ?? quotes ?? `Write ${wanted}.`);
  return { code: 'bad-setting', what, hint };
}

function expected(path: Path): string | undefined {
  const names = path.filter((part) => typeof part === 'string');
  return names.map((name) => EXPECTED[name]).findLast((hint) => hint !== undefined);
}

function propertiesOf({ parentSchema }: ErrorObject): object {
  const properties: unknown = parentSchema?.properties;
  return typeof properties === 'object' && properties !== null ? properties : {};
}

/** Parses a JSON pointer (RFC 6901). */
function pathOf(pointer: string): Path {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
