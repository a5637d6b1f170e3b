import { DATE_ORDERS, SPEAKERS_IN_TEXT, STATUS_WORDS, YEAR } from '#sources/source-format.ts';
import { SOURCE_FORMAT_NAMES } from '#sources/source-formats.ts';
import { COLLECTION_NAME } from '#sources/oxtalks/oxtalks-document.ts';
import { GONE_POLICIES } from '../provenance/gone-talks.ts';
import { TRUST } from '../provenance/ownership.ts';

const TEXT = { type: 'string', minLength: 1 } as const;

/** Settings that a source and the defaults share. */
const SHARED = {
  format: {
    enum: SOURCE_FORMAT_NAMES,
    description: 'Format of the source. Default: detected.',
  },
  every: {
    type: 'string',
    pattern: '^[1-9]\\d{0,5}[smhd]$',
    default: '1h',
    description: 'Interval: a number and s, m, h or d. At least a minute for addresses.',
    examples: ['15m', '1h', '1d'],
  },
  department: {
    type: 'string',
    pattern: '^[a-z][a-z0-9_-]*:\\d+$',
    description: 'Organising department of talks that have none: the identifier of a place in the catalogue.',
    examples: ['place:23232534'],
  },
  topics: {
    type: 'array',
    items: { type: 'string', pattern: '^https?://' },
    description: 'Topics to add to all its talks: URIs of topics in the catalogue.',
  },
  collections: {
    type: 'array',
    items: { type: 'string', pattern: COLLECTION_NAME },
    description: 'Public collections of an OxTalks API to import as well: slugs or addresses.',
    examples: [['f6e6d9e6-d166-47d9-a894-35bc2f4a4580']],
  },
  sheets: {
    type: 'array',
    items: TEXT,
    description: 'Sheets of a workbook to read. Default: all with headers of talks.',
    examples: [['Talks']],
  },
  time_zone: {
    ...TEXT,
    description: 'IANA time zone of times without one. Default: that of the service.',
    examples: ['Europe/London'],
  },
  date_order: {
    enum: DATE_ORDERS,
    description: 'Order of dates such as 03/04/2026. Default: detected.',
  },
  year: {
    type: ['integer', 'string'],
    minimum: 1900,
    maximum: 2099,
    pattern: YEAR,
    description: 'Year of dates that have none: 2026, or 2026/27 for an academic year. Default: that of the service.',
    examples: [2026, '2026/27'],
  },
  status_words: {
    enum: STATUS_WORDS,
    description:
      'Words such as “CANCELLED:” in titles: read them as a status, or ignore them. Default: that of the service.',
  },
  speakers_in_text: {
    enum: SPEAKERS_IN_TEXT,
    description:
      'Speakers in titles and descriptions of calendars and feeds: read or ignore them. Default: that of the service.',
  },
  gone: {
    enum: GONE_POLICIES,
    default: 'keep',
    description: 'What to do with talks that it no longer has: keep, cancel upcoming ones, or remove.',
  },
  max_loss: {
    type: 'integer',
    minimum: 0,
    maximum: 100,
    description:
      'Percentage of its upcoming talks that it may lose at once. More, and more than five, hold the reading. Default: a third.',
    examples: [50],
  },
  trust: {
    enum: TRUST,
    default: 'own',
    description: 'What it may change: own, records that it brought itself; or all, those of other sources too.',
  },
  skip_bad: {
    type: 'boolean',
    default: false,
    description: 'Deprecated, without effect: entries that cannot be read are always left out, and reported.',
  },
  map: {
    type: 'object',
    additionalProperties: TEXT,
    description: 'Columns or fields of the source: from the name of a field to the name in the source.',
    examples: [{ title: 'Subject', start: 'Start Date' }],
  },
  headers: {
    type: 'object',
    propertyNames: { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" },
    additionalProperties: TEXT,
    description: 'Request headers. ${NAME} is replaced by an environment variable.',
    examples: [{ Authorization: 'Bearer ${OPTICS_TOKEN}' }],
  },
  allow_hosts: {
    type: 'array',
    items: { type: 'string', pattern: '^(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(?::\\d{1,5})?$' },
    description: 'Hosts inside the network that it may be read from: a name, or a name and a port.',
    examples: [['calendar.internal', 'localhost:8008']],
  },
  status_page: {
    type: 'boolean',
    default: false,
    description: 'Publish a page with its problems and changes at /status/sources/NAME.',
  },
  enabled: { type: 'boolean', default: true, description: 'If false, it is not imported; its talks stay.' },
} as const;

/**
 * JSON Schema of a sources file, in draft 7, which editors support. deploy/sources.schema.json is a copy for them.
 * sources-file.ts checks what a schema cannot express well.
 */
export const SOURCES_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Lectern sources file',
  description: 'The sources that lectern sync imports.',
  type: 'object',
  required: ['sources'],
  additionalProperties: false,
  properties: {
    contact: {
      ...TEXT,
      description: 'Web or mail address in the User-Agent of requests, for those who run the sources.',
      examples: ['talks@example.org'],
    },
    defaults: {
      type: 'object',
      additionalProperties: false,
      description: 'Defaults for all sources.',
      properties: SHARED,
    },
    sources: {
      type: 'array',
      description: 'The sources. If two have the same talk, the one that brought it first decides.',
      items: {
        type: 'object',
        required: ['name'],
        oneOf: [{ required: ['address'] }, { required: ['file'] }],
        additionalProperties: false,
        properties: {
          name: {
            type: 'string',
            pattern: '^[^\\s\\p{C}](?:[^\\p{C}]{0,98}[^\\s\\p{C}])?$',
            description: 'Name of the source. Do not change it: talks are recognised by it.',
            examples: ['optics'],
          },
          address: {
            type: 'string',
            pattern: '^(?:https?|webcal)://|^\\$\\{',
            description: 'Address to fetch: http, https or webcal. ${NAME} is replaced by an environment variable.',
            examples: ['https://outlook.office365.com/owa/calendar/…/calendar.ics'],
          },
          file: { ...TEXT, description: 'File to read instead of an address, relative to the sources file.' },
          ...SHARED,
        },
      },
    },
  },
} as const;
