import type { ErrorObject } from 'ajv';
import type { LocatedProblem } from '#catalogue/problem.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { nearestWord } from '#catalogue/nearest-word.ts';
import type { Path, YamlText } from './yaml-text.ts';

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
export function settingProblems(errors: readonly ErrorObject[], text: YamlText): LocatedProblem[] {
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
