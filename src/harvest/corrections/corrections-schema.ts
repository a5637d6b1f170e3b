import { LONGEST_TITLE, LONGEST_VALUE } from './correction-values.ts';
import { MAX_CORRECTIONS } from './corrections-file.ts';

const TEXT = { type: ['string', 'null'], maxLength: LONGEST_VALUE } as const;
const TIME = {
  type: 'string',
  pattern: '^\\s*\\d{4}-\\d{2}-\\d{2}([ T]\\d{2}:\\d{2}(:\\d{2})?(Z|[+-]\\d{2}:?\\d{2})?)?\\s*$',
  examples: ['2027-01-18 17:00', '2027-01-18T17:00:00Z', '2027-01-18'],
} as const;

/** Fields that can be corrected. */
const FIELDS = {
  title: { ...TEXT, maxLength: LONGEST_TITLE, description: 'The title; empty for an untitled talk.' },
  start: {
    ...TIME,
    description:
      'When it starts. Times that name no zone are in that of the service. A date alone: all day. Without end, it takes as long as before.',
  },
  end: { ...TIME, description: 'When it ends; of an all-day talk its last day.' },
  venue: {
    type: ['string', 'null'],
    pattern: '^[a-z][a-z0-9]*:[0-9]+$',
    description: 'Its venue: the identifier of a place in the catalogue; null: none.',
    examples: ['place:23232534'],
  },
  room: { ...TEXT, description: 'Room, or how to find it.' },
  online_url: { ...TEXT, pattern: '^$|^[hH][tT]{2}[pP][sS]?://', description: 'Web address at which to join online.' },
  description: { ...TEXT, description: 'Description or abstract.' },
  special_message: { ...TEXT, description: 'Special message, such as “Bring boots”.' },
  cancelled: { type: 'boolean', description: 'true: it is cancelled. false: it takes place.' },
} as const;

/** Text fields under `was`, without limits: sources write what they like. */
const TEXTS_BEFORE = Object.fromEntries(
  (['title', 'room', 'online_url', 'description', 'special_message'] as const).map((name) => [
    name,
    { type: TEXT.type, description: FIELDS[name].description },
  ]),
);

/**
 * JSON Schema of a corrections file, in draft 7, which editors support. deploy/corrections.schema.json is a copy for
 * them. `readCorrectionsFile` checks more, with better messages.
 */
export const CORRECTIONS_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Lectern corrections file',
  description: 'Changes to talks that override their sources.',
  type: 'object',
  required: ['corrections'],
  additionalProperties: false,
  properties: {
    corrections: {
      type: ['array', 'null'],
      maxItems: MAX_CORRECTIONS,
      description: 'The talks that are corrected, each once.',
      items: {
        type: 'object',
        required: ['talk'],
        minProperties: 2,
        additionalProperties: false,
        properties: {
          talk: {
            type: 'string',
            description: 'The talk: its slug, or the address of its page.',
            examples: ['0c9a2f4e-3b1d-4e5f-8a7b-6c5d4e3f2a1b'],
          },
          ...FIELDS,
          hidden: { type: 'boolean', description: 'true: hide the talk everywhere.' },
          featured: { type: 'boolean', description: 'true: the home page recommends it until it is over.' },
          was: {
            type: ['object', 'null'],
            additionalProperties: false,
            description: 'What the source said when it was corrected. Lectern reports if it says something else.',
            properties: { ...FIELDS, ...TEXTS_BEFORE },
          },
        },
      },
    },
  },
} as const;
