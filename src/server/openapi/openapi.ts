import { isObject, type JsonObject, listOf, membersOf } from '#catalogue/json-object.ts';
import { programVersion } from '#replica/program-version.ts';
import { type Format, formatsFor } from '#representations/negotiation/formats.ts';
import type { Publication } from '#representations/representation.ts';
import type { SearchRules } from '#search/query/question.ts';
import { type ErrorCode, ERRORS } from '../http/errors.ts';
import type { Route } from '../routes/route.ts';
import { ROUTES, takesSuffix } from '../routes/routes.ts';
import { EXAMPLES } from './examples.ts';
import { idParameters, parametersOf, queryParameters } from './parameter-components.ts';
import {
  CACHE_HEADERS,
  capitalised,
  contentSchema,
  errorContent,
  errorName,
  formatName,
  headerReferences,
  HEADERS,
  OTHER_ERROR,
  RESOURCE_HEADERS,
  responseReference,
  RESPONSES,
} from './responses.ts';
import { ANY_OBJECT, ref, type Schema } from './json-schema.ts';
import { type OpenapiDocument, SCHEMAS } from './schemas.ts';

const DESCRIPTION = `A read-only interface to a catalogue of scheduled talks. Every operation is a GET; HEAD and OPTIONS work everywhere. Answers carry an ETag and may be cached for a minute.

The operations tagged \`talks\` answer in JSON (HAL). The same addresses with a suffix answer in the other formats: \`/api/talks/search.ics\`, \`/api/series/{id}.atom\`; \`.json\` names JSON. So do \`?format=\` and \`Accept\`, where \`application/hal+json\` asks for the JSON without links and embedded resources that are null. Where XML is asked for, errors are XML too (\`application/problem+xml\`).

New fields may be added to any object: ignore those you do not know.`;

/** The API as an OpenAPI 3.1 document, made from the same tables as the service. Pages for people are left out. */
export function openapiDocument(publication: Publication, rules: SearchRules): OpenapiDocument {
  const routes = ROUTES.filter(({ tag }) => tag !== 'pages');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lectern',
      version: programVersion(),
      summary: 'Talks, series and public collections, to read',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publication.baseUrl }],
    security: [],
    tags: [
      { name: 'talks', description: 'Talks, and what lists them, in JSON' },
      {
        name: 'formats',
        description:
          'The same in formats for calendars, feed readers, spreadsheets and other programs. All but XML begin 365 days ' +
          'ago unless `from` is given, and have as many talks as `count` may be unless it is given.',
      },
      { name: 'service', description: 'For those who run it' },
    ],
    paths: Object.fromEntries([
      ...routes.map((route) => [route.path, { get: operation(route) }]),
      ...routes.flatMap((route) => suffixOperations(route).map(([path, get]) => [path, { get }])),
    ]),
    components: {
      schemas: { ...SCHEMAS, ...halSchemas(routes) },
      parameters: { ...queryParameters(rules), ...idParameters(routes) },
      responses: { ...sharedAnswers(routes), ...RESPONSES },
      headers: HEADERS,
    },
  };
}

const SCHEMA = '#/components/schemas/';

/**
 * Schemas for `application/hal+json`, made from those for `application/json`. HAL leaves out null links and null
 * embedded resources: what may be null in JSON may be missing there, and is never null. A schema that differs has `Hal`
 * appended to its name.
 */
class HalSchemas {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #different: ReadonlySet<string>;

  /** @param schemas those for JSON, by name */
  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
    this.#different = differentIn(schemas);
  }

  /** A schema of a response in JSON as it is in HAL. */
  of(schema: Schema): Schema {
    return this.#inHal(schema);
  }

  /** What these refer to in HAL but not in JSON, at any depth: schemas by name. */
  referredBy(schemas: readonly Schema[]): Readonly<Record<string, Schema>> {
    const found = new Map<string, Schema>();
    const add = (schema: Schema): void => {
      for (const name of namesIn(schema)) {
        const { [name]: json } = this.#schemas;
        if (json === undefined || !this.#different.has(name) || found.has(name)) continue;
        const description = `\`${name}\`, without links and embedded resources that would be null`;
        found.set(name, { description, ...withOwnLinks(name, this.#inHal(withoutDescriptions(json))) });
        add(json);
      }
    };
    schemas.forEach(add);
    return Object.fromEntries([...found].map(([name, schema]) => [`${name}Hal`, schema]));
  }

  #inHal(schema: JsonObject): JsonObject {
    const { $ref, properties } = schema;
    if (typeof $ref === 'string') return this.#different.has(nameOf($ref)) ? { ...schema, $ref: `${$ref}Hal` } : schema;
    const { required, ...rest } = mapped(schema, (value) => this.#each(value));
    if (!isObject(properties)) return required === undefined ? rest : { ...rest, required };
    const members = mapped(properties, (member, name) => this.#each(isLinked(name) ? neverNull(member) : member));
    return { ...rest, properties: members, required };
  }

  #each(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one: unknown) => this.#each(one));
    return isObject(value) ? this.#inHal(value) : value;
  }
}

/** The names of the schemas that are not the same in HAL: they have something that may be null, or refer to one that has. */
function differentIn(schemas: Readonly<Record<string, Schema>>): ReadonlySet<string> {
  const different = new Set<string>(LINKED_IN_HAL);
  const isDifferent = (schema: Schema): boolean =>
    hasNulls(schema) || namesIn(schema).some((name) => different.has(name));
  for (let before = -1; before < different.size;) {
    before = different.size;
    for (const [name, schema] of Object.entries(schemas)) if (isDifferent(schema)) different.add(name);
  }
  return different;
}

/** The schemas of resources that have a link to themselves in HAL alone. */
const LINKED_IN_HAL: readonly string[] = ['Topic', 'Collection'];

/** In HAL, only resources stand under `_embedded`, and each has a link to itself. */
function withOwnLinks(name: string, schema: JsonObject): JsonObject {
  const properties = membersOf(schema.properties);
  const required = listOf(schema.required);
  if (LINKED_IN_HAL.includes(name)) {
    const links = membersOf(properties._links);
    const self = { $ref: `${SCHEMA}Link` };
    const _links = {
      type: 'object',
      ...links,
      properties: { self, ...membersOf(links.properties) },
      required: ['self', ...listOf(links.required)],
    };
    return { ...schema, properties: { ...properties, _links }, required: [...new Set(['_links', ...required])] };
  }
  const embedded = membersOf(properties._embedded);
  const { various_speakers, ...resources } = membersOf(embedded.properties);
  if (various_speakers === undefined) return schema;
  const _embedded = {
    ...embedded,
    properties: resources,
    required: listOf(embedded.required).filter((one) => one !== 'various_speakers'),
  };
  return {
    ...schema,
    properties: { ...properties, various_speakers, _embedded },
    required: [...required, 'various_speakers'],
  };
}

/** Whether a schema has links or embedded resources that may be null. */
function hasNulls(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasNulls);
  return Object.entries(membersOf(value)).some(
    ([name, member]) => (isLinked(name) && neverNull(member) !== member) || hasNulls(member),
  );
}

function isLinked(name: string): boolean {
  return name === '_links' || name === '_embedded';
}

/** The schema of an object whose members are left out where they would be null. */
function neverNull(schema: unknown): unknown {
  const { properties, required, ...rest } = membersOf(schema);
  const members = membersOf(properties);
  const nullable = Object.keys(members).filter((name) => notNull(members[name]) !== members[name]);
  if (nullable.length === 0) return schema;
  return {
    ...rest,
    properties: mapped(members, notNull),
    required: listOf(required).filter((name) => typeof name !== 'string' || !nullable.includes(name)),
  };
}

/** `X or null` → `X`; any other schema as it is. */
function notNull(schema: unknown): unknown {
  const { anyOf, ...rest } = membersOf(schema);
  const choices = listOf(anyOf);
  return choices.some((one) => membersOf(one).type === 'null') ? { ...membersOf(choices[0]), ...rest } : schema;
}

/** The names of the schemas that one refers to itself. */
function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  const { $ref, ...rest } = membersOf(value);
  return [...(typeof $ref === 'string' ? [nameOf($ref)] : []), ...Object.values(rest).flatMap(namesIn)];
}

function nameOf($ref: string): string {
  return $ref.slice(SCHEMA.length);
}

/** Without the descriptions of its members, which are those in JSON. */
function withoutDescriptions(schema: Schema): Schema {
  const { description: _, ...rest } = schema;
  return mapped(rest, (value, name) =>
    name === 'properties' ? mapped(membersOf(value), (member) => withoutDescriptions(membersOf(member))) : value,
  );
}

function mapped(members: JsonObject, make: (member: unknown, name: string) => unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]): [string, unknown] => [name, make(member, name)]),
  );
}

type Json = Readonly<Record<string, unknown>>;

/** The operation of a route, in every media type that it answers. */
function operation(route: Route): Json {
  return {
    operationId: route.name,
    summary: route.summary,
    description: route.description,
    tags: [route.tag],
    parameters: parametersOf(route),
    responses: responses(route),
  };
}

/** The operations of a route in its other formats, by the path with their suffix. */
function suffixOperations(route: Route): readonly [string, Json][] {
  return formatsWithSuffix(route).map((format) => {
    const name = formatName(format);
    const get = {
      operationId: `${route.name}As${name}`,
      summary: `${route.summary} (${format.title})`,
      description: `${capitalised(format.about)}.`,
      tags: ['formats'],
      parameters: parametersOf(route, format),
      responses: { '200': responseReference(name), ...otherResponses(route, format.suffix === '.xml') },
    };
    return [`${route.path}${format.suffix ?? ''}`, get];
  });
}

function formatsWithSuffix(route: Route): readonly Format[] {
  const { subject } = route;
  if (subject === undefined || !takesSuffix(route)) return [];
  return formatsFor(subject).filter(({ suffix }) => suffix !== null && suffix !== '.json');
}

const HAL = new HalSchemas(SCHEMAS);

/** The schemas that only HAL has of what these routes answer, by name. */
function halSchemas(routes: readonly Route[]): Readonly<Record<string, Schema>> {
  return HAL.referredBy(routes.flatMap((route) => (route.subject === undefined ? [] : [jsonSchema(route)])));
}

/** The schema of the answer in JSON. */
function jsonSchema({ resource, nameList, schema }: Route): Schema {
  if (resource === undefined) return schema ?? ANY_OBJECT;
  return nameList === undefined ? ref(resource) : { anyOf: [ref(resource), ref(nameList)] };
}

/** The answer by media type: in every format of a route that is negotiated, the one that is preferred first. */
function contentOf(route: Route): Json {
  const { subject, mediaTypes = ['application/json'] } = route;
  const json = { schema: jsonSchema(route), ...exampleOf(route) };
  if (subject === undefined) return Object.fromEntries(mediaTypes.map((type) => [type, json]));
  return Object.fromEntries(
    formatsFor(subject).flatMap((format) => {
      const content = contentIn(format, json);
      return format.mediaTypes.map(({ name }) => [name, content]);
    }),
  );
}

function contentIn(format: Format, json: { readonly schema: Schema }): Json {
  const [{ name }] = format.mediaTypes;
  if (name === 'application/json') return json;
  return { schema: name === 'application/hal+json' ? HAL.of(json.schema) : contentSchema(format) };
}

function exampleOf({ name }: Route): Json {
  const { [name]: example } = EXAMPLES.bodies;
  return example === undefined ? {} : { example };
}

/** @param isXml whether the address ends in `.xml` */
function otherResponses(route: Route, isXml = false): Json {
  const errors = errorsOf(route).map((code): [string, Json] => {
    return [String(ERRORS[code].status), responseReference(errorName(code, isXml))];
  });
  return {
    ...(route.isUncached === true ? {} : { '304': responseReference('NotModified') }),
    ...Object.fromEntries(errors),
    default: responseReference(OTHER_ERROR),
  };
}

function responses(route: Route): Json {
  const success = route.takes === 'search' ? responseReference(TALKS_FOUND) : answerOf(route);
  return { '200': success, ...otherResponses(route), ...(route.name === 'getReadiness' ? notReady(route) : {}) };
}

const TALKS_FOUND = 'TalksFound';

/** Answers that several operations have. */
function sharedAnswers(routes: readonly Route[]): Json {
  const search = routes.find(({ takes }) => takes === 'search');
  return search === undefined ? {} : { [TALKS_FOUND]: answerOf(search) };
}

function answerOf(route: Route): Json {
  return { description: route.gives, headers: headersOf(route), content: contentOf(route) };
}

/** “Not ready” is an answer of the readiness check; an overloaded service answers with an error. */
function notReady(route: Route): Json {
  const problems = errorContent('unavailable');
  const headers = headerReferences(['Retry-After']);
  return { '503': { description: 'It cannot', headers, content: { ...contentOf(route), ...problems } } };
}

function headersOf(route: Route): Json {
  if (route.isUncached === true) return {};
  if (takesSuffix(route)) return headerReferences(RESOURCE_HEADERS);
  return headerReferences(route.ofCatalogue ? [...CACHE_HEADERS, 'Age'] : CACHE_HEADERS);
}

/** Those that name one record in the query. */
const FINDS_BY_QUERY = new Set<Route['takes']>(['topic', 'topic page', 'browse page', 'places']);

/** The errors of a route that the document describes by their status; OTHER_ERRORS can happen everywhere too. */
export function errorsOf(route: Route): readonly ErrorCode[] {
  const found: ErrorCode[] = route.path.includes('{') || FINDS_BY_QUERY.has(route.takes) ? ['not-found'] : [];
  const ofEmbeds: ErrorCode[] = route.name === 'oembed' ? ['not-found', 'not-implemented'] : [];
  return ['bad-request', ...found, 'not-acceptable', ...ofEmbeds, 'too-many-requests', 'unavailable'];
}
