import type { Format } from '#representations/negotiation/formats.ts';
import type { Operation, Parameter } from '#search/query/parameter.ts';
import { PARAMETER, PARAMETERS, valueSchema } from '#search/query/parameters.ts';
import type { SearchRules } from '#search/query/question.ts';
import type { Route } from '../routes/route.ts';
import { takesSuffix } from '../routes/routes.ts';
import { EXAMPLES } from './examples.ts';
import { PLACE_ID_SCHEMA, SLUG_SCHEMA } from './schema.ts';

type Json = Readonly<Record<string, unknown>>;

const OF_PAGES = new Set<Operation>(['list page', 'topic page', 'browse page']);

/** Every query parameter, under the name that operations refer to. */
export function queryParameters(rules: SearchRules): Json {
  const ofInterface = PARAMETERS.filter(({ operations }) => operations.some((one) => !OF_PAGES.has(one)));
  return Object.fromEntries(
    ofInterface.flatMap((parameter): [string, Json][] => {
      const described = queryParameter(parameter, rules);
      const required: [string, Json] = [requiredName(parameter), { ...described, required: true }];
      if (isAlwaysRequired(parameter)) return [required];
      return parameter.requiredBy.length === 0
        ? [[parameter.name, described]]
        : [[parameter.name, described], required];
    }),
  );
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

function isAlwaysRequired({ operations, requiredBy }: Parameter<unknown>): boolean {
  return operations.every((one) => requiredBy.includes(one));
}

function requiredName(parameter: Parameter<unknown>): string {
  const { name } = parameter;
  return isAlwaysRequired(parameter) ? name : `required${name.charAt(0).toUpperCase()}${name.slice(1)}`;
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

/** References to the parameters of a route. @param format of its suffix; JSON if undefined */
export function parametersOf(route: Route, format?: Format): readonly Json[] {
  const { takes } = route;
  const isFeed = format !== undefined && format.kind !== 'representation';
  // Optional only in JSON, which lists all records without it.
  const isNameList = route.nameList !== undefined && format === undefined;
  const operations = new Set<Operation>([
    ...(takes === undefined ? [] : [takes]),
    ...(isFeed ? ['feed' as const] : []),
    ...(isNameList ? ['name list' as const] : []),
  ]);
  const taken = PARAMETERS.filter((parameter) => {
    if (isFeed && OF_REPRESENTATIONS.includes(parameter.name)) return false;
    if (isFeed && parameter.name === PARAMETER.alarm.name && !format.isCalendar) return false;
    return (
      parameter.operations.some((one) => operations.has(one)) ||
      (parameter.name === PARAMETER.strict.name && takesSuffix(route))
    );
  });
  const names = taken.map((parameter) => {
    const isRequired =
      parameter.requiredBy.some((one) => one === takes) &&
      !(isFeed && parameter.name === PARAMETER.from.name) &&
      !(isNameList && parameter.name === PARAMETER.uri.name);
    return isRequired ? requiredName(parameter) : parameter.name;
  });
  const ids = route.path.includes('{id}') ? [idName(route)] : [];
  return [...ids, ...names].map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
