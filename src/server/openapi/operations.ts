import { formatsFor, type Format } from '#representations/negotiation/formats.ts';
import { ERRORS, type ErrorCode } from '../http/errors.ts';
import type { Route } from '../routes/route.ts';
import { takesSuffix } from '../routes/routes.ts';
import { EXAMPLES } from './examples.ts';
import { parametersOf } from './parameters.ts';
import {
  CACHE_HEADERS,
  errorName,
  formatName,
  headerReferences,
  RESOURCE_HEADERS,
  responseReference,
} from './responses.ts';
import { ANY_OBJECT, ref } from './schema.ts';

type Json = Readonly<Record<string, unknown>>;

/** The operation of a route in its default media type. */
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
      tags: ['formats'],
      parameters: parametersOf(route, format),
      responses: { '200': responseReference(name), ...otherResponses(route) },
    };
    return [`${route.path}${format.suffix ?? ''}`, get];
  });
}

function formatsWithSuffix(route: Route): readonly Format[] {
  const { subject } = route;
  if (subject === undefined || !takesSuffix(route)) return [];
  return formatsFor(subject).filter(({ suffix }) => suffix !== null && suffix !== '.json');
}

function contentOf(route: Route): Json {
  if (route.resource === undefined) {
    const mediaType = route.mediaTypes?.[0] ?? 'application/json';
    const example = EXAMPLES.bodies[route.name];
    return { [mediaType]: { schema: route.schema ?? ANY_OBJECT, ...(example === undefined ? {} : { example }) } };
  }
  const schema =
    route.nameList === undefined ? ref(route.resource) : { anyOf: [ref(route.resource), ref(route.nameList)] };
  return { 'application/json': { schema, example: EXAMPLES.bodies[route.name] } };
}

function otherResponses(route: Route): Json {
  const errors = errorsOf(route).map((code): [string, Json] => {
    return [String(ERRORS[code].status), responseReference(errorName(code))];
  });
  return {
    ...(route.isUncached === true ? {} : { '304': responseReference('NotModified') }),
    ...Object.fromEntries(errors),
  };
}

function responses(route: Route): Json {
  const success = { description: route.gives, headers: headersOf(route), content: contentOf(route) };
  return {
    '200': success,
    ...otherResponses(route),
    // “Not ready” is an answer of the readiness check, not an error.
    ...(route.name === 'getReadiness' ? { '503': { ...success, description: 'It cannot' } } : {}),
  };
}

function headersOf(route: Route): Json {
  if (route.isUncached === true) return {};
  if (takesSuffix(route)) return headerReferences(RESOURCE_HEADERS);
  return headerReferences(route.ofCatalogue ? [...CACHE_HEADERS, 'Age'] : CACHE_HEADERS);
}

/** Those that name one record in the query. */
const FINDS_BY_QUERY = new Set<Route['takes']>(['topic page', 'browse page', 'places']);

/** Other responses of each route. */
export function errorsOf(route: Route): readonly ErrorCode[] {
  const ofAnyRequest: ErrorCode[] = ['method-not-allowed', 'request-timeout', 'too-many-requests', 'headers-too-large'];
  const found: ErrorCode[] =
    route.path.includes('{') || FINDS_BY_QUERY.has(route.takes) || takesSuffix(route) ? ['not-found'] : [];
  const ofEmbeds: ErrorCode[] = route.name === 'oembed' ? ['not-found', 'not-implemented'] : [];
  return ['bad-request', ...found, 'not-acceptable', ...ofEmbeds, ...ofAnyRequest, 'internal', 'unavailable'];
}
