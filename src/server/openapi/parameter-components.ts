import { formatsFor } from '#representations/negotiation/formats.ts';
import type { Format } from '#representations/negotiation/formats.ts';
import { NAME_LIST_COUNTS, SUGGESTION_COUNTS } from '#search/query/name-list-question.ts';
import { PARAMETER, PARAMETERS, valueSchema } from '#search/query/parameters.ts';
import type { Operation, Parameter } from '#search/query/parameters.ts';
import type { SearchRules } from '#search/query/question.ts';
import type { CountRules } from '#search/query/value-forms.ts';
import type { Route } from '../routes/route.ts';
import { takesSuffix } from '../routes/routes.ts';
import { EXAMPLES } from './examples.ts';
import { PLACE_ID_SCHEMA, SLUG_SCHEMA } from './json-schema.ts';

type Json = Readonly<Record<string, unknown>>;

const OF_PAGES = new Set<Operation>(['list page', 'topic page', 'browse page']);

/** Every query parameter, under the name that operations refer to. */
export function queryParameters(rules: SearchRules): Json {
  const ofInterface = PARAMETERS.filter(
    ({ name, operations }) => name !== COUNT && operations.some((one) => !OF_PAGES.has(one)),
  );
  const taken = ofInterface.flatMap((parameter): [string, Json][] => {
    const described = queryParameter(parameter, rules);
    const required: [string, Json] = [requiredName(parameter), { ...described, required: true }];
    if (isAlwaysRequired(parameter)) return [required];
    const optional: [string, Json] = [componentName(parameter.name), described];
    return parameter.requiredBy.length === 0 ? [optional] : [optional, required];
  });
  return { ...Object.fromEntries(taken), ...countParameters(rules), ...FORMAT_PARAMETERS };
}

function queryParameter(parameter: Parameter<unknown>, rules: SearchRules): Json {
  const value = valueSchema(parameter, rules);
  return {
    name: parameter.name,
    in: 'query',
    description: parameter.description,
    ...(parameter.repeatable
      ? { schema: { type: 'array', items: value }, style: 'form', explode: true, example: [parameter.example] }
      : { schema: value, example: parameter.example }),
  };
}

/** `uri` is required of feeds alone: without it, JSON and XML list all topics. */
function isAlwaysRequired({ name, operations, requiredBy }: Parameter<unknown>): boolean {
  return name !== PARAMETER.uri.name && operations.every((one) => requiredBy.includes(one));
}

function requiredName(parameter: Parameter<unknown>): string {
  return isAlwaysRequired(parameter) ? componentName(parameter.name) : componentName(`required_${parameter.name}`);
}

/** `organising_department` → `organisingDepartmentQuery`: no schema, response or header has such a name. */
function componentName(name: string): string {
  return `${name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())}Query`;
}

const COUNT = PARAMETER.count.name;

/** What is counted, and the name of the parameter, for each kind of list that has a default and a highest count of its own. */
type CountKind = 'talks' | 'feed' | 'topic' | 'names' | 'suggestions';

function countKind({ takes, nameList }: Route, format: Format | undefined): CountKind {
  if (takes === 'suggest') return 'suggestions';
  if (takes === 'name list' || takes === 'places') return 'names';
  if (format !== undefined && format.kind !== 'representation') return 'feed';
  return nameList === undefined ? 'talks' : 'topic';
}

function countName(kind: CountKind): string {
  return componentName(kind === 'talks' ? COUNT : `${kind}_${COUNT}`);
}

function countParameters(rules: SearchRules): Json {
  const { defaultCount, maximumCount } = rules;
  const talks = { defaultCount, maximumCount };
  const parameter = (kind: CountKind, description: string, otherwise?: number): [string, Json] => {
    const { name, example } = PARAMETER.count;
    const schema = { type: 'integer', minimum: 1, ...(otherwise === undefined ? {} : { default: otherwise }) };
    return [countName(kind), { name, in: 'query', description, schema, example }];
  };
  return Object.fromEntries([
    parameter('talks', `Talks per page.${capped(talks)}`, defaultCount),
    parameter('feed', `How many talks.${capped(talks)}`, maximumCount),
    parameter(
      'topic',
      `With \`uri\`, talks per page: ${String(defaultCount)} unless given.${capped(talks)} ` +
        `Without it, topics per page: ${String(NAME_LIST_COUNTS.defaultCount)} unless given.${capped(NAME_LIST_COUNTS)}`,
    ),
    parameter('names', `Names per page.${capped(NAME_LIST_COUNTS)}`, NAME_LIST_COUNTS.defaultCount),
    parameter('suggestions', `How many names.${capped(SUGGESTION_COUNTS)}`, SUGGESTION_COUNTS.defaultCount),
  ]);
}

function capped({ maximumCount }: CountRules): string {
  return ` More than ${String(maximumCount)} is ${String(maximumCount)}.`;
}

/** The parameter that names a format, by what there is to name. */
const FORMAT_PARAMETERS: Json = Object.fromEntries(
  (['search', 'talk', 'entry point'] as const).map((subject): [string, Json] => {
    const names = formatNames(subject);
    const description = 'The format of the answer, instead of what `Accept` says';
    const schema = { type: 'string', enum: names };
    return [formatParameterName(subject), { name: 'format', in: 'query', description, schema, example: names[0] }];
  }),
);

function formatNames(subject: NonNullable<Route['subject']>): readonly string[] {
  return formatsFor(subject).flatMap(({ names }) => names.slice(0, 1));
}

/** Lists have formats that a talk does not have, and what has no talks only has representations. */
function formatParameterName(subject: NonNullable<Route['subject']>): string {
  const kinds = new Set(formatsFor(subject).map(({ kind }) => kind));
  if (kinds.has('whole feed')) return componentName('format');
  return componentName(kinds.has('feed') ? 'talk_format' : 'representation_format');
}

/** The identifier in the path of each route that has one. */
export function idParameters(routes: readonly Route[]): Json {
  const withId = routes.filter(({ path }) => path.includes('{id}'));
  return Object.fromEntries(
    withId.map((route) => {
      const isPlace = route.takes === 'group';
      const description = isPlace ? 'The identifier of the place' : 'The slug';
      const schema = isPlace ? PLACE_ID_SCHEMA : SLUG_SCHEMA;
      return [
        idName(route),
        { name: 'id', in: 'path', required: true, description, schema, example: EXAMPLES.ids[route.name] },
      ];
    }),
  );
}

/** `getTalk` → `talkId`. */
function idName({ name }: Route): string {
  const noun = name.replace(/^get/, '');
  return `${noun.charAt(0).toLowerCase()}${noun.slice(1)}Id`;
}

/** Parameters without meaning in feeds. */
const OF_REPRESENTATIONS: readonly string[] = [
  PARAMETER.updatedSince.name,
  PARAMETER.facets.name,
  PARAMETER.fields.name,
];

/** References to the parameters of a route. @param format of its suffix; undefined without one */
export function parametersOf(route: Route, format?: Format): readonly Json[] {
  const { subject } = route;
  const ids = route.path.includes('{id}') ? [idName(route)] : [];
  const names = takenBy(route, format).map((parameter) => {
    if (parameter.name === COUNT) return countName(countKind(route, format));
    return isRequired(parameter, route, format) ? requiredName(parameter) : componentName(parameter.name);
  });
  const formats = subject === undefined || format !== undefined ? [] : [formatParameterName(subject)];
  return [...ids, ...names, ...formats].map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function takenBy(route: Route, format: Format | undefined): readonly Parameter<unknown>[] {
  const { takes } = route;
  const asFeed = isFeed(format);
  const operations = new Set<Operation>([
    ...(takes === undefined ? [] : [takes]),
    ...(asFeed ? ['feed' as const] : []),
    ...(isNameList(route, format) ? ['name list' as const] : []),
  ]);
  return PARAMETERS.filter((parameter) => {
    if (asFeed && OF_REPRESENTATIONS.includes(parameter.name)) return false;
    if (asFeed && parameter.name === PARAMETER.dates.name && !format.names.includes('rss')) return false;
    if (asFeed && parameter.name === PARAMETER.alarm.name && format.use !== 'calendar') return false;
    return (
      parameter.operations.some((one) => operations.has(one)) ||
      (parameter.name === PARAMETER.strict.name && takesSuffix(route))
    );
  });
}

function isRequired(parameter: Parameter<unknown>, route: Route, format: Format | undefined): boolean {
  return (
    parameter.requiredBy.some((one) => one === route.takes) &&
    !(isFeed(format) && parameter.name === PARAMETER.from.name) &&
    !(isNameList(route, format) && parameter.name === PARAMETER.uri.name)
  );
}

function isFeed(format: Format | undefined): format is Exclude<Format, { readonly kind: 'representation' }> {
  return format !== undefined && format.kind !== 'representation';
}

/** Whether it lists all records without the parameter that picks one. A feed is always of one record. */
function isNameList({ nameList }: Route, format: Format | undefined): boolean {
  return nameList !== undefined && !isFeed(format);
}
