import { DATE_ORDERS, SPEAKERS_IN_TEXT, STATUS_WORDS } from '#sources/source-format.ts';
import { SOURCE_FORMAT_NAMES } from '#sources/source-formats.ts';
import { COLLECTION_NAME } from '#sources/oxtalks/oxtalks-collections.ts';
import { GONE_POLICIES } from '../provenance/gone-talks.ts';

const TEXT = { type: 'string', minLength: 1 } as const;

/** Settings that a source and the defaults share. */
const SHARED = {
  format: {
    enum: SOURCE_FORMAT_NAMES,
    description: 'What it is written in. Left out: as its content shows.',
  },
  every: {
    type: 'string',
    pattern: '^[1-9]\\d{0,5}[smhd]$',
    default: '1h',
    description: 'How often it is looked at: a number and s, m, h or d. An address at most once a minute.',
    examples: ['15m', '1h', '1d'],
  },
  department: {
    type: 'string',
    pattern: '^[a-z][a-z0-9_-]*:\\d+$',
    description: 'Organising department of talks that name none: the identifier of a place in the catalogue.',
    examples: ['place:23232534'],
  },
  topics: {
    type: 'array',
    items: { type: 'string', pattern: '^https?://' },
    description: 'Topics of the catalogue that all its talks get besides their own: their URIs.',
  },
  collections: {
    type: 'array',
    items: { type: 'string', pattern: COLLECTION_NAME },
    description: 'Public collections of an API like that of OxTalks that are brought in too: their slugs or addresses.',
    examples: [['f6e6d9e6-d166-47d9-a894-35bc2f4a4580']],
  },
  sheets: {
    type: 'array',
    items: TEXT,
    description: 'Sheets of a workbook that are read. Left out: all that have headers of talks.',
    examples: [['Talks']],
  },
  time_zone: {
    ...TEXT,
    description: 'IANA time zone of times that name none. Left out: that of the service.',
    examples: ['Europe/London'],
  },
  date_order: {
    enum: DATE_ORDERS,
    description: 'How dates such as 03/04/2026 are written. Left out: as the file shows.',
  },
  status_words: {
    enum: STATUS_WORDS,
    description:
      'Words such as “CANCELLED:” at the ends of titles: read as a status, or ignore. Left out: as for the service.',
  },
  speakers_in_text: {
    enum: SPEAKERS_IN_TEXT,
    description:
      'Speakers in titles and descriptions of calendars and feeds: read, or ignore. Left out: as for the service.',
  },
  gone: {
    enum: GONE_POLICIES,
    default: 'keep',
    description: 'What becomes of talks that it no longer has: keep, cancel those to come, or remove.',
  },
  skip_bad: {
    type: 'boolean',
    default: false,
    description: 'Deprecated, without effect: entries that cannot be read are always left out, and reported.',
  },
  map: {
    type: 'object',
    additionalProperties: TEXT,
    description: 'Which column, or field, holds what: from the name of a field to what the source calls it.',
    examples: [{ title: 'Subject', start: 'Start Date' }],
  },
  headers: {
    type: 'object',
    propertyNames: { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" },
    additionalProperties: TEXT,
    description: 'Request headers for its address. ${NAME} stands for a variable of the environment.',
    examples: [{ Authorization: 'Bearer ${OPTICS_TOKEN}' }],
  },
  allow_hosts: {
    type: 'array',
    items: { type: 'string', pattern: '^(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(?::\\d{1,5})?$' },
    description: 'Hosts inside the network that may be reached for it all the same: a name, or a name and a port.',
    examples: [['calendar.internal', 'localhost:8008']],
  },
  status_page: {
    type: 'boolean',
    default: false,
    description: 'On: everybody can read at /status/sources/NAME what was left out, and what is new.',
  },
  enabled: { type: 'boolean', default: true, description: 'Off: it is left alone, and what it has brought stays.' },
} as const;

/**
 * JSON Schema of a sources file, in draft 7, which editors support. deploy/sources.schema.json is a copy for them.
 * sources-file.ts checks what a schema cannot express well.
 */
export const SOURCES_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Lectern sources file',
  description: 'The sources that lectern sync keeps a catalogue in step with.',
  type: 'object',
  required: ['sources'],
  additionalProperties: false,
  properties: {
    contact: {
      ...TEXT,
      description: 'Address of the web or of mail that servers are told, so that they can reach who asks them.',
      examples: ['talks@example.org'],
    },
    defaults: {
      type: 'object',
      additionalProperties: false,
      description: 'What holds for every source that does not say otherwise.',
      properties: SHARED,
    },
    sources: {
      type: 'array',
      description: 'The sources, in the order in which they are brought in.',
      items: {
        type: 'object',
        required: ['name'],
        oneOf: [{ required: ['address'] }, { required: ['file'] }],
        additionalProperties: false,
        properties: {
          name: {
            type: 'string',
            pattern: '^[^\\s\\p{C}](?:[^\\p{C}]{0,98}[^\\s\\p{C}])?$',
            description: 'What it is called, for good: a talk is the same one as long as its source has the same name.',
            examples: ['optics'],
          },
          address: {
            type: 'string',
            pattern: '^(?:https?|webcal)://|^\\$\\{',
            description:
              'Where it is fetched: http, https or webcal. ${NAME} stands for a variable of the environment.',
            examples: ['https://outlook.office365.com/owa/calendar/…/calendar.ics'],
          },
          file: { ...TEXT, description: 'A file instead of an address; a relative path begins at this file.' },
          ...SHARED,
        },
      },
    },
  },
} as const;
