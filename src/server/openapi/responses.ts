import { FORMATS, type Format } from '#representations/negotiation/formats.ts';
import { IGNORED_PARAMETERS } from '../api/resource-answer.ts';
import { ERRORS, type ErrorCode } from '../http/errors.ts';
import { ANY_OBJECT, ref, type Schema } from './json-schema.ts';

type Json = Readonly<Record<string, unknown>>;

const HEADERS_BY_NAME: Readonly<Record<string, Json>> = {
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
  RateLimit: {
    description: 'Requests that this client may still send (`r`), and seconds until it may send more (`t`)',
    schema: { type: 'string' },
    example: '"client";r=0;t=1',
  },
  'RateLimit-Policy': {
    description: 'Requests that a client may send (`q`) in so many seconds (`w`)',
    schema: { type: 'string' },
    example: '"client";q=200;w=1',
  },
  Age: {
    description:
      'Seconds since the store last answered (RFC 9111); only while it does not, and answers are from the copy',
    schema: { type: 'integer' },
  },
  'X-Request-Id': {
    description: 'The id under which the request is in the logs of the service',
    schema: { type: 'string' },
    example: '0f6b1a52-3c1e-4f53-9d0a-6a1f2b9c7d10',
  },
  Allow: { description: 'The methods that there are', schema: { type: 'string' } },
};

/** Shared headers, by a name that no schema has. */
export const HEADERS: Json = Object.fromEntries(
  Object.entries(HEADERS_BY_NAME).map(([name, header]) => [headerName(name), header]),
);

/** `Retry-After` → `RetryAfterHeader`. */
function headerName(name: string): string {
  return `${name.replaceAll('-', '')}Header`;
}

export const CACHE_HEADERS: readonly string[] = ['ETag', 'Cache-Control', 'Vary'];
export const RESOURCE_HEADERS: readonly string[] = [...CACHE_HEADERS, 'Link', 'Age', 'Deprecation', IGNORED_PARAMETERS];

const ERROR_HEADERS: Readonly<Partial<Record<string, readonly string[]>>> = {
  unavailable: ['Retry-After'],
  'too-many-requests': ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
};

const XML =
  "The members of the JSON in the same order: the root element is `root`, an object's members are elements named " +
  "after them, an array's entries are `list-item` elements, null is an empty element";

const PROBLEM_XML = 'application/problem+xml';

/** Ends the names of errors of addresses that end in `.xml`. */
const IN_XML = 'InXml';

const XML_TEXT = { type: 'string', description: XML };

/** Errors that any request may get, whatever it asks for: documented together. */
export const OTHER_ERRORS = ['method-not-allowed', 'request-timeout', 'headers-too-large', 'internal'] as const;

/** The name of their response. */
export const OTHER_ERROR = 'OtherError';

/** Errors that operations have by their status. Those that only pages and assistants have are left out. */
const DESCRIBED = ['bad-request', 'not-found', 'not-acceptable', 'too-many-requests', 'unavailable'] as const;

function inWords(code: ErrorCode): string {
  const { status, when } = ERRORS[code];
  return `${String(status)} (${when})`;
}

/** Shared responses: other formats, 304, and errors, those of addresses that end in `.xml` apart. */
export const RESPONSES: Json = {
  ...Object.fromEntries(
    FORMATS.filter(({ suffix }) => suffix !== null && suffix !== '.json').map((format) => [
      formatName(format),
      formatResponse(format),
    ]),
  ),
  NotModified: { description: 'What the client has is still the answer' },
  ...Object.fromEntries(DESCRIBED.flatMap(errorResponses)),
  [OTHER_ERROR]: {
    description: `Any other error: ${OTHER_ERRORS.map(inWords).join('; ')}`,
    headers: headerReferences(['Allow', 'X-Request-Id']),
    content: errorContent('internal'),
  },
};

export function responseReference(name: string): Json {
  return { $ref: `#/components/responses/${name}` };
}

export function headerReferences(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${headerName(name)}` }]));
}

/** `JSON-LD` → `JsonLd`, `iCalendar` → `ICalendar`. */
export function formatName({ title }: Format): string {
  const words = title.split(/[^A-Za-z]+/).map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word));
  return words.map(capitalised).join('');
}

/** The name of an error's response: `not-found` → `NotFound`. @param isXml whether the address ends in `.xml` */
export function errorName(code: string, isXml: boolean): string {
  return code.split('-').map(capitalised).join('') + (isXml ? IN_XML : '');
}

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A response in a media type whose content is specified elsewhere. */
function formatResponse(format: Format): Json {
  const [{ name }] = format.mediaTypes;
  return {
    description: `As ${format.title}: ${format.about}`,
    headers: headerReferences(RESOURCE_HEADERS),
    content: { [name]: { schema: contentSchema(format) } },
  };
}

/** The schema of what is specified elsewhere. */
export function contentSchema({ names, mediaTypes: [{ name }] }: Format): Schema {
  if (names.includes('jcal')) return { type: 'array', items: {} };
  if (name.endsWith('json')) return ANY_OBJECT;
  return names.includes('xml') ? XML_TEXT : { type: 'string' };
}

/** In the media type that the client accepts, and in XML alone. */
function errorResponses(code: ErrorCode): [string, Json][] {
  const { title, when } = ERRORS[code];
  const described = {
    description: `${title}: ${when}`,
    headers: headerReferences([...(ERROR_HEADERS[code] ?? []), 'X-Request-Id']),
  };
  const content = errorContent(code);
  return [
    [errorName(code, false), { ...described, content }],
    [errorName(code, true), { ...described, content: { [PROBLEM_XML]: content[PROBLEM_XML] } }],
  ];
}

/** An error by media type. */
export function errorContent(code: ErrorCode): Json {
  const { status, title, example: detail } = ERRORS[code];
  const example = { type: `https://talks.example.org/docs/api#${code}`, title, status, detail };
  const json = { 'application/problem+json': { schema: ref('Problem'), example } };
  return { ...json, [PROBLEM_XML]: { schema: { type: 'string' } } };
}
