import { formatsFor, type Format } from '#representations/negotiation/formats.ts';
import { ERRORS, type ErrorCode } from '../http/errors.ts';
import type { Route } from '../routes/route.ts';
import { takesSuffix } from '../routes/routes.ts';
import { EXAMPLES } from './examples.ts';
import { parametersOf } from './parameter-components.ts';
import { HalSchemas } from './hal-schemas.ts';
import {
  CACHE_HEADERS,
  capitalised,
  contentSchema,
  errorContent,
  errorName,
  formatName,
  headerReferences,
  OTHER_ERROR,
  RESOURCE_HEADERS,
  responseReference,
} from './responses.ts';
import { ANY_OBJECT, ref, type Schema } from './schema.ts';
import { SCHEMAS } from './schemas.ts';

type Json = Readonly<Record<string, unknown>>;

/** The operation of a route, in every media type that it answers. */
export function operation(route: Route): Json {
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
export function suffixOperations(route: Route): readonly [string, Json][] {
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
export function halSchemas(routes: readonly Route[]): Readonly<Record<string, Schema>> {
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
export function sharedAnswers(routes: readonly Route[]): Json {
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
