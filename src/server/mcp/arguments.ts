import { isObject } from '#catalogue/json-object.ts';
import type { Problem, Result } from '#catalogue/problem.ts';
import { nearestWord } from '#catalogue/nearest-word.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { queryString } from '#representations/links/links.ts';
import { valueSchema } from '#search/query/parameters.ts';
import type { Parameter } from '#search/query/parameters.ts';
import type { SearchRules } from '#search/query/question.ts';
import type { NamedValue } from '#search/query/request.ts';
import type { ObjectSchema, Schema } from '../openapi/schema.ts';

/** An argument of a tool: a parameter of the interface under a plain name. */
interface Argument {
  readonly parameter: Parameter<unknown>;
  readonly description: string;
  readonly isRequired?: true;
}

export type Arguments = Readonly<Record<string, Argument>>;

/** Values of one argument. */
const MAX_VALUES = 50;
/** How many unknown names an error lists, and how many characters of each. */
const MAX_UNKNOWN = 20;
const LONGEST_NAME = 60;

/** The JSON Schema of a tool's arguments. */
export function argumentsSchema(table: Arguments, rules: SearchRules): ObjectSchema {
  const properties = Object.entries(table).map(([name, { parameter, description }]): [string, Schema] => {
    const value = valueSchema(parameter, rules);
    const several = { type: 'array', items: value, maxItems: MAX_VALUES };
    return [name, { ...(parameter.repeatable ? several : value), description }];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: Object.keys(table).filter((name) => table[name]?.isRequired === true),
    additionalProperties: false,
  };
}

/**
 * Turns arguments into a query string, and parses it as the interface does.
 * @param parse parses a query string without its `?`
 * @returns all problems at once, under the names of the arguments
 */
export function readArguments<T>(table: Arguments, given: unknown, parse: (query: string) => Result<T>): Result<T> {
  const { members, problems } = knownMembers(given, Object.keys(table));
  const pairs: NamedValue[] = [];
  for (const [name, { parameter }] of Object.entries(table)) {
    const value = withoutEmpty(members.get(name));
    if (value === undefined) continue;
    const read = textsOf(name, value, parameter);
    if (read.ok) for (const text of read.value) pairs.push({ name: parameter.name, value: text });
    else problems.push(...read.problems);
  }
  const parsed = parse(queryString(pairs).slice(1));
  if (parsed.ok && problems.length === 0) return parsed;
  const known = new Set(problems.map(({ where }) => where));
  const names = new Map(Object.entries(table).map(([name, { parameter }]) => [parameter.name, name]));
  const more = parsed.ok ? [] : parsed.problems.map((one) => ({ ...one, where: names.get(one.where) ?? one.where }));
  return { ok: false, problems: [...problems, ...more.filter(({ where }) => !known.has(where))] };
}

/** The members of the arguments, and problems with unknown ones. The SDK only accepts objects. */
export function knownMembers(
  given: unknown,
  known: readonly string[],
): { readonly members: ReadonlyMap<string, unknown>; readonly problems: Problem[] } {
  const members = new Map(isObject(given) ? Object.entries(given) : []);
  const unknown = [...members.keys()].filter((name) => !known.includes(name)).slice(0, MAX_UNKNOWN);
  return { members, problems: unknown.map((name) => unknownArgument(name, known)) };
}

function unknownArgument(name: string, known: readonly string[]): Problem {
  const likely = nearestWord(name, known);
  const hint = likely === undefined ? `Use one of these: ${known.join(', ')}.` : `Did you mean ${likely}?`;
  const where = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  return { code: 'unknown-argument', where, what: 'No argument has this name.', hint };
}

/** Models send null or an empty text for arguments that they mean to leave out. @returns undefined if nothing is left */
function withoutEmpty(value: unknown): unknown {
  const isEmpty = (one: unknown): boolean => one === undefined || one === null || one === '';
  if (!Array.isArray(value)) return isEmpty(value) ? undefined : value;
  const filled = value.filter((one: unknown) => !isEmpty(one));
  return filled.length === 0 ? undefined : filled;
}

function textsOf(where: string, value: unknown, { repeatable }: Parameter<unknown>): Result<readonly string[]> {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (values.length > MAX_VALUES) {
    const what = `There are more than ${MAX_VALUES} values.`;
    return bad({ code: 'too-many-values', where, what, hint: 'Ask for fewer values.' });
  }
  if (values.length > 1 && !repeatable)
    return bad({ code: 'conflicting-values', where, what: 'It is given with several values.', hint: 'Give one.' });
  const texts = values.map(textOf).filter((text) => text !== undefined);
  if (texts.length === values.length) return { ok: true, value: texts };
  const hint = repeatable ? 'Give a string, or a list of strings.' : 'Give a string, a number, true or false.';
  return bad({ code: 'bad-value', where, what: `It is ${shownValue(value)}.`, hint });
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function bad(problem: Problem): Result<never> {
  return { ok: false, problems: [problem] };
}
