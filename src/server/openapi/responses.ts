import { FORMATS, type Format } from '#representations/negotiation/formats.ts';
import { IGNORED_PARAMETERS } from '../api/parameter-headers.ts';
import { ERRORS, type ErrorCode } from '../http/errors.ts';
import { ANY_OBJECT, ref } from './schema.ts';

type Json = Readonly<Record<string, unknown>>;

export const HEADERS = {
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
      'Seconds since the store last answered (RFC 9111); only while it does not, and what is in memory is served',
    schema: { type: 'integer' },
  },
  'X-Request-Id': {
    description: 'The id under which the request is in the logs of the service',
    schema: { type: 'string' },
    example: '0f6b1a52-3c1e-4f53-9d0a-6a1f2b9c7d10',
  },
  Allow: { description: 'The methods that there are', schema: { type: 'string' } },
};

export const CACHE_HEADERS: readonly string[] = ['ETag', 'Cache-Control', 'Vary'];
export const RESOURCE_HEADERS: readonly string[] = [...CACHE_HEADERS, 'Link', 'Age', 'Deprecation', IGNORED_PARAMETERS];

const ERROR_HEADERS: Readonly<Partial<Record<string, readonly string[]>>> = {
  unavailable: ['Retry-After'],
  'too-many-requests': ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  'method-not-allowed': ['Allow'],
};

const XML =
  "The members of the JSON in the same order: the root element is `root`, an object's members are elements named " +
  "after them, an array's entries are `list-item` elements, null is an empty element";

/** Errors that only pages and assistants have; the document leaves them out. */
const OF_OTHERS: readonly string[] = ['not-implemented', 'forbidden', 'content-too-large', 'unsupported-media-type'];

/** Shared responses: other formats, 304, and errors. */
export const RESPONSES: Json = {
  ...Object.fromEntries(
    FORMATS.filter(({ suffix }) => suffix !== null && suffix !== '.json').map((format) => [
      formatName(format),
      formatResponse(format),
    ]),
  ),
  NotModified: { description: 'What the client has is still the answer' },
  ...Object.fromEntries(
    Object.entries(ERRORS)
      .filter(([code]) => !OF_OTHERS.includes(code))
      .map(([code, error]) => [errorName(code), errorResponse(code, error)]),
  ),
};

export function responseReference(name: string): Json {
  return { $ref: `#/components/responses/${name}` };
}

export function headerReferences(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** `JSON-LD` → `JsonLd`, `iCalendar` → `ICalendar`. */
export function formatName({ title }: Format): string {
  const words = title.split(/[^A-Za-z]+/).map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word));
  return words.map(capitalised).join('');
}

/** `not-found` → `NotFound`. */
export function errorName(code: string): string {
  return code.split('-').map(capitalised).join('');
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A response in a media type whose content is specified elsewhere. */
function formatResponse({ title, names, mediaTypes: [{ name }] }: Format): Json {
  const json = names.includes('jcal') ? { type: 'array', items: {} } : ANY_OBJECT;
  const text = { type: 'string', ...(names.includes('xml') ? { description: XML } : {}) };
  return {
    description: `As ${title}`,
    headers: headerReferences(RESOURCE_HEADERS),
    content: { [name]: { schema: name.endsWith('json') ? json : text } },
  };
}

function errorResponse(code: string, { status, title, when, example: detail }: (typeof ERRORS)[ErrorCode]): Json {
  const example = { type: `https://talks.example.org/docs/api#${code}`, title, status, detail };
  return {
    description: `${title}: ${when}`,
    headers: headerReferences([...(ERROR_HEADERS[code] ?? []), 'X-Request-Id']),
    content: { 'application/problem+json': { schema: ref('Problem'), example } },
  };
}
