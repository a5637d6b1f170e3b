import type { Publication } from '#representations/representation.ts';
import { formatsOf, type Format } from '#representations/negotiation/formats.ts';
import { PARAMETERS, valueSchema, type Operation, type Parameter } from '#search/query/parameters.ts';
import type { SearchRules } from '#search/query/question.ts';
import { ERROR_CODES, ERRORS, type ErrorCode } from '../http/errors.ts';
import { EXAMPLES } from './examples.ts';
import { IGNORED_PARAMETERS } from '../api/parameter-headers.ts';
import type { Route } from '../routes/route.ts';
import { NUMBERS_SCHEMA, ROUTES, STATUS_SCHEMA, takesSuffix } from '../routes/routes.ts';
import { SCHEMAS, STRICT_SCHEMAS, type OpenapiDocument } from './schemas.ts';

/** The interface as an OpenAPI 3.1 document, made from the tables that the service itself runs on. */
export function openapiDocument(publication: Publication, rules: SearchRules): OpenapiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lectern',
      version: '1.0.0',
      summary: 'Talks, series and public collections, to read',
      description:
        'A read-only HAL interface to a catalogue of scheduled talks, in JSON and XML. Every operation is a GET; ' +
        'HEAD and OPTIONS work everywhere. Answers carry an ETag and may be kept for a minute by any cache.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publication.baseUrl }],
    security: [],
    tags: [
      { name: 'talks', description: 'The interface' },
      { name: 'pages', description: 'For people' },
      { name: 'service', description: 'For those who run it' },
    ],
    paths: Object.fromEntries(ROUTES.filter(isThere).flatMap((route) => pathsOf(route, rules))),
    components: {
      schemas: { ...SCHEMAS, ...STRICT_SCHEMAS },
      responses: Object.fromEntries(ERROR_CODES.map((code) => [code, errorResponse(code)])),
      headers: HEADERS,
    },
  };
}

const HEADERS = {
  ETag: {
    description: 'One for each representation and content coding; give it back in `If-None-Match`',
    schema: { type: 'string' },
  },
  'Cache-Control': {
    description: 'A shared cache may serve the answer for a minute, and an older one while it asks again',
    schema: { type: 'string' },
  },
  Vary: { description: 'What the answer was chosen by', schema: { type: 'string' } },
  Link: { description: 'Other formats of the same (RFC 8288)', schema: { type: 'string' } },
  Deprecation: {
    description: 'A date was written in a deprecated form (RFC 9745)',
    schema: { type: 'string' },
  },
  [IGNORED_PARAMETERS]: {
    description:
      'Parameters that mean nothing here, each with the one that was probably meant: a list of strings (RFC 9651)',
    schema: { type: 'string' },
    example: '"speakers";did-you-mean="speaker"',
  },
  'Retry-After': { description: 'Seconds', schema: { type: 'integer' } },
  Age: {
    description:
      'Seconds since the store last answered (RFC 9111); only while it does not, and what is in memory is served',
    schema: { type: 'integer' },
  },
  Allow: { description: 'The methods that there are', schema: { type: 'string' } },
  Location: { description: 'Where it is', schema: { type: 'string' } },
};

/** With and without a suffix; where the path ends in an id, a suffix is part of that: two paths must not be taken for each other. */
function pathsOf(route: Route, rules: SearchRules): [string, unknown][] {
  const plain: [string, unknown] = [route.path, { get: operation(route, rules) }];
  if (!takesSuffix(route) || route.path.includes('{id}')) return [plain];
  const asked = {
    ...operation(route, rules),
    operationId: `${route.name}As`,
    summary: `${route.summary}, in the format that the suffix names`,
    description:
      `${route.description} The suffix goes before \`format\` and \`Accept\`. Calendars and other feeds begin 365 days ` +
      'ago unless `from` is given, and have as many talks as `count` may be.',
    parameters: [suffixParameter(route), ...queryParameters(route, rules, true)],
  };
  return [plain, [`${route.path}.{format}`, { get: asked }]];
}

function suffixParameter({ subject }: Route): Record<string, unknown> {
  const suffixes = formatsIn(subject).flatMap(({ suffix }) => (suffix === null ? [] : [suffix.slice(1)]));
  return {
    name: 'format',
    in: 'path',
    required: true,
    description: 'The suffix of a format',
    schema: { enum: suffixes },
    example: 'ics',
  };
}

function formatsIn(subject: Route['subject']): readonly Format[] {
  return subject === undefined ? [] : formatsOf(subject);
}

function operation(route: Route, rules: SearchRules): Record<string, unknown> {
  return {
    operationId: route.name,
    summary: route.summary,
    description: route.description,
    tags: [route.tag],
    parameters: [...pathParameters(route), ...queryParameters(route, rules, false)],
    responses: {
      '200': success(route),
      ...(route.redirects === true ? { '303': REDIRECT } : {}),
      ...(hasTag(route) ? { '304': { description: 'What the client has is still the answer' } } : {}),
      ...Object.fromEntries(errorsOf(route).map((code) => [String(ERRORS[code].status), errorOf(route, code)])),
    },
  };
}

const REDIRECT = {
  description: 'The same is at another address',
  headers: { Location: { $ref: '#/components/headers/Location' } },
  content: { 'text/html': { schema: { type: 'string' } } },
};

/** What is at another address now is described there. */
function isThere({ kind }: Route): boolean {
  return kind !== 'moved';
}

/** Whether its answers carry an ETag: all that are not of this moment. */
function hasTag(route: Route): boolean {
  return route.schema !== STATUS_SCHEMA && route.schema !== NUMBERS_SCHEMA;
}

/** What of these asks for one thing by its query. */
const FINDS_BY_QUERY = new Set<Route['takes']>(['topic page', 'browse page']);

/** What each route may answer besides what was asked for. */
export function errorsOf(route: Route): readonly ErrorCode[] {
  const always: ErrorCode[] = ['method-not-allowed', 'request-timeout', 'headers-too-large', 'internal', 'unavailable'];
  const found: ErrorCode[] =
    route.path.includes('{') || FINDS_BY_QUERY.has(route.takes) || takesSuffix(route) ? ['not-found'] : [];
  return ['bad-request', ...found, 'not-acceptable', ...always];
}

/** Outside `/api` an error is a page for who reads pages; and that the service is not ready is no error to who asks that. */
function errorOf(route: Route, code: ErrorCode): Record<string, unknown> {
  const more: Record<string, unknown> = {};
  if (code === 'unavailable' && route.schema === STATUS_SCHEMA) more['application/json'] = { schema: STATUS_SCHEMA };
  if (!route.path.startsWith('/api')) more['text/html'] = { schema: { type: 'string' } };
  return Object.keys(more).length === 0 ? { $ref: `#/components/responses/${code}` } : errorResponse(code, more);
}

function pathParameters(route: Route): unknown[] {
  if (!route.path.includes('{id}')) return [];
  const example = EXAMPLES.ids[route.name];
  return [
    {
      name: 'id',
      in: 'path',
      required: true,
      description: idOf(route),
      schema: { type: 'string' },
      ...(example === undefined ? {} : { example }),
    },
  ];
}

function idOf(route: Route): string {
  if (route.name === 'asset') return 'The name of the file';
  if (route.idIs !== undefined) return route.idIs;
  const id = route.takes === 'group' ? 'The identifier of the place' : 'The slug';
  if (!takesSuffix(route)) return id;
  const suffixes = formatsIn(route.subject).flatMap(({ suffix }) => (suffix === null ? [] : [`\`${suffix}\``]));
  return `${id}. A suffix behind it says the format, whatever \`Accept\` says: ${suffixes.join(', ')}`;
}

/** @param withSuffix whether a suffix says the format: then nothing is required that feeds do without */
function queryParameters(route: Route, rules: SearchRules, withSuffix: boolean): unknown[] {
  const { takes, subject } = route;
  const operations: Operation[] = [
    ...(takes === undefined ? [] : [takes]),
    ...(takesSuffix(route) ? (['feed'] as const) : []),
  ];
  const asked = PARAMETERS.filter((parameter) => operations.some((one) => parameter.operations.includes(one)));
  const described = asked.map((parameter) => {
    const isRequired = parameter.requiredBy.some((one) => one === takes) && !(withSuffix && parameter.name === 'from');
    return { ...queryParameter(parameter, rules), required: isRequired };
  });
  return subject === undefined || withSuffix ? described : [...described, formatParameter(subject)];
}

function formatParameter(subject: Route['subject']): Record<string, unknown> {
  return {
    name: 'format',
    in: 'query',
    description: 'Overrides `Accept`',
    schema: { enum: formatsIn(subject).flatMap(({ names }) => names) },
    example: 'xml',
  };
}

function queryParameter(parameter: Parameter<unknown>, rules: SearchRules): Record<string, unknown> {
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

function success(route: Route): Record<string, unknown> {
  const headers = hasTag(route) ? headersOf(route) : {};
  return { description: route.gives, headers, content: contentOf(route) };
}

function headersOf(route: Route): Record<string, unknown> {
  const names = ['ETag', 'Cache-Control', 'Vary'];
  if (takesSuffix(route)) names.push('Link');
  if (route.ofCatalogue) names.push('Age');
  if (route.takes !== undefined && route.kind === 'resource') names.push('Deprecation');
  if (takesSuffix(route)) names.push(IGNORED_PARAMETERS);
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function contentOf(route: Route): Record<string, unknown> {
  if (route.kind === 'page') return { 'text/html': { schema: { type: 'string' } } };
  if (route.kind === 'data')
    return Object.fromEntries(
      (route.mediaTypes ?? ['application/json']).map((type) => [type, { schema: route.schema ?? { type: 'object' } }]),
    );
  const name = route.resource ?? 'EntryPoint';
  const strict = `${name}Hal` in STRICT_SCHEMAS ? `${name}Hal` : name;
  const example = EXAMPLES.bodies[route.name];
  const content: Record<string, unknown> = {
    'application/json': { schema: schemaRef(name), ...(example === undefined ? {} : { example }) },
    'application/hal+json': { schema: schemaRef(strict) },
    'application/xml': { schema: XML },
    'text/xml': { schema: XML },
    ...Object.fromEntries(feedTypes(route)),
  };
  return content;
}

/** Each is described by a standard of its own. */
function feedTypes({ subject }: Route): [string, unknown][] {
  return formatsIn(subject)
    .filter(({ kind }) => kind !== 'representation')
    .flatMap(({ mediaTypes, title }) =>
      mediaTypes.map(({ name }): [string, unknown] => {
        const type = name.endsWith('json') ? ['object', 'array'] : 'string';
        return [name, { schema: { type, description: title } }];
      }),
    );
}

const XML = {
  type: 'string',
  description:
    "The same members in the same order: the root element is `root`, an object's members are elements named after " +
    "them, an array's entries are `list-item` elements, null is an empty element",
};

function schemaRef(name: string): Record<string, string> {
  return { $ref: `#/components/schemas/${name}` };
}

function errorResponse(code: ErrorCode, more: Record<string, unknown> = {}): Record<string, unknown> {
  const { status, title, when } = ERRORS[code];
  const example = { type: `https://talks.example.org/docs/api#${code}`, title, status, detail: ERRORS[code].example };
  const names = [
    ...(code === 'unavailable' ? ['Retry-After'] : []),
    ...(code === 'method-not-allowed' ? ['Allow'] : []),
  ];
  return {
    description: `${title}: ${when}`,
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    content: {
      'application/problem+json': { schema: schemaRef('Problem'), example },
      'application/problem+xml': { schema: XML },
      ...more,
    },
  };
}
