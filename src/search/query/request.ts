import { nearestWord } from '#catalogue/nearest-word.ts';
import type { Problem, Result } from '#catalogue/problem.ts';
import { dateText, readDate } from './civil-days.ts';
import { type Operation, type Parameter, PARAMETER, PARAMETERS } from './parameters.ts';
import { NO_TERMS } from './terms.ts';
import { DATE_FORM, END_DATE_FORM, PAGE_FORM, type ValueRules } from './value-forms.ts';

/** A name and a value, decoded. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** The settings that reading parameters depends on. */
export interface RequestRules extends ValueRules {
  /** Whether to also accept values that only OxTalks accepts. */
  readonly lenient?: boolean;
}

/** An unknown parameter. */
export interface IgnoredParameter {
  readonly name: string;
  /** The parameter that it probably means; undefined if none is similar. */
  readonly likely: string | undefined;
}

/** Characters in a value; longer than any date, slug, place identifier or topic URI. */
const MAXIMUM_LENGTH = 2000;

/** Bytes in all values of a parameter that takes lists. */
const MAX_BYTES = 8000;

/** Characters of a bad value that a problem quotes. */
const QUOTED_LENGTH = 80;

const BY_NAME: ReadonlyMap<string, Parameter<unknown>> = new Map(
  PARAMETERS.map((parameter) => [parameter.name, parameter]),
);

/** Reads the parameters of one request, and collects all problems with them. */
export class RequestParameters {
  /** All parameters of the request, in order, including unknown ones. */
  readonly given: NamedValue[] = [];
  readonly problems: Problem[] = [];
  readonly #operation: Operation;
  readonly #asFeed: boolean;
  readonly #rules: RequestRules;
  readonly #texts = new Map<string, Set<string>>();
  /** Names of filters with an empty value that no talk has. */
  readonly #matchless = new Set<string>();
  /** Parameters that were given under an older name. */
  readonly #older: { readonly parameter: Parameter<unknown>; readonly text: string }[] = [];
  /** Names of unknown parameters, in order, with duplicates. */
  readonly #unknown: string[] = [];
  readonly #undecodable = new Set<string>();
  /** Bytes so far in the values of each parameter that takes lists. */
  readonly #bytes = new Map<string, number>();

  /**
   * @param query raw, without its `?`
   * @param asFeed whether to also take the parameters of feeds, not require `from`, and know terms: the interface in JSON
   * and XML has the dates that it documents
   */
  constructor(query: string, operation: Operation, rules: RequestRules, asFeed = false) {
    this.#operation = operation;
    this.#asFeed = asFeed;
    this.#rules = asFeed ? rules : { ...rules, terms: NO_TERMS };
    const pairs = readQuery(query, MAX_PAIRS + 1);
    const beyond = pairs[MAX_PAIRS];
    if (beyond !== undefined) this.#reportTooMany(beyond.name);
    for (const { name, value } of pairs.slice(0, MAX_PAIRS)) this.#take(name, value);
    const missing = this.#older.filter(({ parameter }) => !this.has(parameter));
    for (const { parameter, text } of missing) this.#add(parameter, text);
  }

  has({ name }: Parameter<unknown>): boolean {
    return this.#texts.has(name);
  }

  /** The value of a parameter that may be given once; its default if it is missing; undefined if malformed. */
  one<T>(parameter: Parameter<T>): T | undefined {
    const [text, other] = this.#texts.get(parameter.name) ?? [];
    if (other !== undefined) {
      this.#reportConflict(parameter.name);
      return undefined;
    }
    if (text !== undefined) return this.#read(parameter, text);
    if (this.#requires(parameter) && !this.#undecodable.has(parameter.name)) this.#reportMissing(parameter);
    return parameter.default;
  }

  /** The distinct values of a repeatable parameter, sorted. */
  all<T extends string>(parameter: Parameter<T>): readonly T[] {
    const texts = this.#texts.get(parameter.name);
    if (this.#isTooMany(parameter, texts?.size ?? 0)) return [];
    if (texts === undefined) return [];
    const values: T[] = [];
    for (const text of texts) {
      const value = this.#read(parameter, text);
      if (value !== undefined) values.push(value);
    }
    return values.length > 1 ? values.sort() : values;
  }

  /** The distinct values of a filter, sorted; `''`, which no talk has, is among them where OxTalks has it so. */
  filter(parameter: Parameter<string>): readonly string[] {
    const values = this.all(parameter);
    return this.#matchless.has(parameter.name) ? ['', ...values] : values;
  }

  /** The canonical query: the parameters that this operation takes, in the order of PARAMETERS, each value once. */
  get asked(): readonly NamedValue[] {
    const asked: NamedValue[] = [];
    for (const { name } of PARAMETERS) {
      if (this.#matchless.has(name)) asked.push({ name, value: '' });
      for (const value of [...(this.#texts.get(name) ?? NONE)].sort()) asked.push({ name, value });
    }
    return asked;
  }

  /** The distinct unknown parameters. With `strict=1` each is a problem. */
  ignored(): readonly IgnoredParameter[] {
    if (this.#unknown.length === 0) {
      this.one(PARAMETER.strict);
      return NONE_IGNORED;
    }
    const known = [...PARAMETERS.filter((parameter) => this.#mayTake(parameter)).map(({ name }) => name), FORMAT];
    const ignored = [...new Set(this.#unknown)].map((name, at) => ({
      name,
      likely: at < MAX_SUGGESTIONS ? likelyParameter(name, known) : undefined,
    }));
    if (this.one(PARAMETER.strict) === true) this.problems.push(...ignored.map(unknownParameter));
    return ignored;
  }

  /** `value`, or all problems with the request. */
  result<T>(value: T): Result<T> {
    return this.problems.length > 0 ? { ok: false, problems: this.problems } : { ok: true, value };
  }

  /** Whether there are more values than the parameter takes, which is then reported. */
  #isTooMany({ name, most = Infinity }: Parameter<unknown>, count: number): boolean {
    if (count <= most && (this.#bytes.get(name) ?? 0) <= MAX_BYTES) return false;
    const what = `There are more than ${most} values, or ${MAX_BYTES} bytes of them.`;
    this.problems.push({ code: 'too-many-values', where: name, what, hint: 'Ask for fewer values.' });
    return true;
  }

  /** Whether this operation takes the parameter in any format. */
  #mayTake(parameter: Parameter<unknown>): boolean {
    return this.#takes(parameter) || parameter.operations.includes('feed');
  }

  #takes({ operations }: Parameter<unknown>): boolean {
    return operations.includes(this.#operation) || (this.#asFeed && operations.includes('feed'));
  }

  /** Feeds do not require `from`: they have a default. */
  #requires({ name, requiredBy }: Parameter<unknown>): boolean {
    return requiredBy.includes(this.#operation) && !(this.#asFeed && name === 'from');
  }

  #take(name: string, value: string | undefined): void {
    const parameter = BY_NAME.get(name) ?? this.#byOlderName(name);
    const known = parameter !== undefined && this.#takes(parameter);
    if (!known && name !== FORMAT && (parameter === undefined || !this.#mayTake(parameter))) this.#unknown.push(name);
    if (value === undefined) {
      if (known) this.#reportUndecodable(name);
      return;
    }
    this.given.push({ name, value });
    if (known) this.#takeValue(parameter, name, value);
  }

  /** @param name that of the parameter, or an older one */
  #takeValue(parameter: Parameter<unknown>, name: string, value: string): void {
    const isLenient = this.#rules.lenient === true;
    if (value === '' && parameter.form.read(value, this.#rules) === undefined) {
      // Forms send their empty fields too: they count as not given.
      if (isLenient && EMPTY_FINDS_NOTHING.has(parameter)) this.#matchless.add(name);
      return;
    }
    const written = isLenient ? lenientValue(parameter, value) : value;
    const text = parameter.form.canonical?.(written) ?? written;
    if (parameter.most !== undefined) this.#addList(parameter, text);
    else if (parameter.name === name) this.#add(parameter, text);
    else this.#older.push({ parameter, text });
  }

  #add({ name }: Parameter<unknown>, text: string): void {
    const texts = this.#texts.get(name);
    if (texts === undefined) this.#texts.set(name, new Set([text]));
    else texts.add(text);
  }

  /** Adds values that are separated by commas. */
  #addList(parameter: Parameter<unknown>, text: string): void {
    const before = this.#bytes.get(parameter.name) ?? 0;
    const bytes = before + Buffer.byteLength(text);
    this.#bytes.set(parameter.name, bytes);
    if (bytes <= MAX_BYTES) for (const one of text.split(',')) this.#add(parameter, one);
  }

  #byOlderName(name: string): Parameter<unknown> | undefined {
    if (this.#rules.lenient !== true || this.#operation !== 'search') return undefined;
    return OLDER_NAMES.get(name);
  }

  #read<T>(parameter: Parameter<T>, text: string): T | undefined {
    const value = text.length > MAXIMUM_LENGTH ? undefined : parameter.form.read(text, this.#rules);
    if (value === undefined) this.#reportMalformed(parameter, text);
    return value;
  }

  #reportMalformed(parameter: Parameter<unknown>, text: string): void {
    const { code, noun, hint } = parameter.form;
    const empty = { code: 'empty-value', what: 'The value is empty.' };
    const bad = { code, what: `“${quoted(text)}” is not ${noun}.` };
    this.problems.push({ where: parameter.name, ...(text === '' ? empty : bad), hint: hint(this.#rules) });
  }

  #reportMissing(parameter: Parameter<unknown>): void {
    const hint = parameter.form.hint(this.#rules);
    this.problems.push({ code: 'missing-parameter', where: parameter.name, what: 'It is required.', hint });
  }

  #reportConflict(name: string): void {
    const hint = 'Give it once.';
    this.problems.push({ code: 'conflicting-values', where: name, what: 'It is given with different values.', hint });
  }

  #reportUndecodable(name: string): void {
    if (this.#undecodable.has(name)) return;
    this.#undecodable.add(name);
    const what = 'The percent-encoding is broken, or is not UTF-8.';
    const hint = 'Encode the value as UTF-8, each byte that needs it as % and two hexadecimal digits.';
    this.problems.push({ code: 'bad-encoding', where: name, what, hint });
  }

  #reportTooMany(name: string): void {
    const what = `The request has more than ${MAX_PAIRS} parameters; this is the first one too many.`;
    this.problems.push({ code: 'too-many-parameters', where: quoted(name), what, hint: 'Ask for fewer values.' });
  }
}

const NONE: readonly string[] = [];
const NONE_IGNORED: readonly IgnoredParameter[] = [];

/** The most unknown parameters for which a likely one is looked up. */
const MAX_SUGGESTIONS = 20;

/** Read by content negotiation, together with the header `Accept`. */
const FORMAT = 'format';

function unknownParameter({ name, likely }: IgnoredParameter): Problem {
  const what = 'No parameter has this name.';
  const hint = likely === undefined ? 'Leave it out.' : `Did you mean ${likely}?`;
  return { code: 'unknown-parameter', where: quoted(name), what, hint };
}

function quoted(text: string): string {
  // Never splits a surrogate pair.
  return text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH).replace(/\p{Surrogate}$/u, '')}…` : text;
}

/** What other APIs call our parameters. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['department', 'organising_department'],
  ['end', 'to'],
  ['end_date', 'to'],
  ['form', 'from'],
  ['include_subdepartments', 'subdepartments'],
  ['limit', 'count'],
  ['location', 'venue'],
  ['page_size', 'count'],
  ['per_page', 'count'],
  ['person', 'speaker'],
  ['query', 'q'],
  ['search', 'q'],
  ['since', 'from'],
  ['size', 'count'],
  ['sort', 'order'],
  ['start', 'from'],
  ['start_date', 'from'],
  ['text', 'q'],
  ['until', 'to'],
]);

/** In characters: shorter names are similar to anything. */
const SHORTEST = 3;

/** The parameter that an unknown name probably means; undefined if none is similar. */
function likelyParameter(name: string, known: readonly string[]): string | undefined {
  const elsewhere = ELSEWHERE.get(name.toLowerCase());
  if (elsewhere !== undefined && known.includes(elsewhere)) return elsewhere;
  return name.length < SHORTEST ? undefined : nearestWord(name, known);
}

/** Older names of parameters, which OxTalks accepts where the current one is missing. */
const OLDER_NAMES: ReadonlyMap<string, Parameter<unknown>> = new Map([['start_date', PARAMETER.from]]);

/** The filters of OxTalks: an empty value is one that no talk has. */
const EMPTY_FINDS_NOTHING: ReadonlySet<Parameter<unknown>> = new Set([
  PARAMETER.speaker,
  PARAMETER.series,
  PARAMETER.venue,
  PARAMETER.organisingDepartment,
  PARAMETER.topic,
]);

/** Rewrites a value that OxTalks accepts into the form that this interface documents. Other values stay unchanged. */
function lenientValue({ form }: Parameter<unknown>, text: string): string {
  if (form === DATE_FORM || form === END_DATE_FORM) return paddedDate(text);
  // OxTalks shows the first page for anything that is not a number.
  if (form === PAGE_FORM) return /^0*[1-9][0-9]*$/.test(text) ? text : '1';
  return text;
}

const SLASHED = /^([0-9]{1,2})\/([0-9]{1,2})\/([0-9]{2}|[0-9]{4})$/;
const DASHED = /^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})$/;

/** `1/1/2027` → `01/01/2027`, `2027-1-1` → `2027-01-01`. */
function paddedDate(text: string): string {
  const separator = SLASHED.test(text) ? '/' : DASHED.test(text) ? '-' : undefined;
  if (separator === undefined) return text;
  return text
    .split(separator)
    .map((part) => part.padStart(2, '0'))
    .join(separator);
}

/** Rewrites a date that OxTalks accepts as `yyyy-mm-dd`. Other text stays unchanged. */
export function isoDate(text: string): string {
  const date = readDate(paddedDate(text));
  return date === undefined ? text : dateText(date.day);
}

/**
 * A pair in the query of a request target. Unencoded `:` and `/` are accepted, `+` is a space, and an empty pair
 * (`search?&from=…`) is ignored. A name `amp;to` is `to`: some programs, such as WordPress, put addresses that are
 * escaped for HTML (`&amp;to=…`) into requests as they are. `-series` is short for `without_series`.
 */
export interface QueryPair {
  /** Decoded; unchanged if it cannot be decoded. */
  readonly name: string;
  /** Decoded; undefined if its percent-encoding is broken or not UTF-8. */
  readonly value: string | undefined;
}

const LONE_SURROGATE = /\p{Surrogate}/u;
const PLUS = /\+/g;
const ESCAPED = /^(?:amp;)+/;
const EXCLUDED = /^-(?=(?:speaker|series|venue|organising_department|topic)$)/;

/** More pairs than any client sends. */
export const MAX_PAIRS = 1000;

/** Reads at most `limit` pairs of a query (without its `?`). */
export function readQuery(query: string, limit = MAX_PAIRS): QueryPair[] {
  const pairs: QueryPair[] = [];
  let start = 0;
  while (start <= query.length && pairs.length < limit) {
    const ampersand = query.indexOf('&', start);
    const end = ampersand === -1 ? query.length : ampersand;
    if (end > start) pairs.push(readPair(query.slice(start, end)));
    start = end + 1;
  }
  return pairs;
}

function readPair(text: string): QueryPair {
  const equals = text.indexOf('=');
  const name = equals === -1 ? text : text.slice(0, equals);
  return {
    name: (decode(name) ?? name).replace(ESCAPED, '').replace(EXCLUDED, 'without_'),
    value: equals === -1 ? '' : decode(text.slice(equals + 1)),
  };
}

function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replace(PLUS, ' ') : text;
  if (!spaced.includes('%')) return LONE_SURROGATE.test(spaced) ? undefined : spaced;
  try {
    const decoded = decodeURIComponent(spaced);
    return LONE_SURROGATE.test(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}

interface DividedQuery {
  /** The parameters of the search, still encoded. */
  readonly search: string;
  /** The other parameters; a value is undefined if its encoding is broken. */
  readonly given: readonly QueryPair[];
}

/** Splits a query into the parameters of a search and others. */
export function dividedQuery(query: string, isOther: (name: string) => boolean): DividedQuery {
  const texts = query.split('&', MAX_PAIRS + 1);
  const pairs = texts.map((text) => ({ text, pair: readQuery(text, 1)[0] }));
  return {
    search: pairs.flatMap(({ text, pair }) => (pair === undefined || !isOther(pair.name) ? [text] : [])).join('&'),
    given: pairs.flatMap(({ pair }) => (pair === undefined || !isOther(pair.name) ? [] : [pair])),
  };
}

/** What a value of such a parameter is. */
interface OtherForm<T> {
  /** Undefined: a bad value. */
  readonly read: (text: string) => T | undefined;
  readonly hint: string;
}

export function among<T extends string>(choices: readonly T[]): OtherForm<T> {
  return { read: (text) => choices.find((one) => one === text), hint: `Write one of: ${choices.join(', ')}.` };
}

/** The value of one of the other parameters; undefined if it has none, or a bad one, which is added to `problems`. */
export function otherValue<T>(
  { given, problems }: { readonly given: readonly QueryPair[]; readonly problems: Problem[] },
  name: string,
  { read, hint }: OtherForm<T>,
): T | undefined {
  const texts = new Set(given.filter((one) => one.name === name && one.value !== '').map(({ value }) => value));
  if (texts.size === 0) return undefined;
  if (texts.size > 1) {
    const what = 'It is given with different values.';
    problems.push({ code: 'conflicting-values', where: name, what, hint: 'Give it once.' });
    return undefined;
  }
  const [text] = texts;
  const value = text === undefined ? undefined : read(text);
  if (value !== undefined) return value;
  const what = text === undefined ? 'The percent-encoding is broken.' : `“${shown(text)}” is not a value of it.`;
  problems.push({ code: `bad-${name}`, where: name, what, hint });
  return undefined;
}

/** Characters of a value that a problem quotes. */
const QUOTED = 80;

function shown(text: string): string {
  return text.length > QUOTED ? `${text.slice(0, QUOTED).replace(/\p{Surrogate}$/u, '')}…` : text;
}
