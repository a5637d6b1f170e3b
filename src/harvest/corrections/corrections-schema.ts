import {
  CORRECTED_FIELDS,
  CORRECTION_FIELDS,
  correctionKey,
  isOwnField,
  LONGEST_VALUE,
  type CorrectedField,
  type CorrectionField,
} from '#catalogue/correction.ts';
import { MAX_CORRECTIONS } from './corrections-file.ts';

type Property = Readonly<Record<string, unknown>>;

function propertyOf({ kind, description, longest = LONGEST_VALUE }: CorrectionField): Property {
  const text = { type: ['string', 'null'], maxLength: longest };
  switch (kind) {
    case 'text':
      return { ...text, description };
    case 'address':
      return { ...text, pattern: '^$|^[hH][tT]{2}[pP][sS]?://', description };
    case 'time':
      return {
        type: 'string',
        pattern: '^\\s*\\d{4}-\\d{2}-\\d{2}([ T]\\d{2}:\\d{2}(:\\d{2})?(Z|[+-]\\d{2}:?\\d{2})?)?\\s*$',
        examples: ['2027-01-18 17:00', '2027-01-18T17:00:00Z', '2027-01-18'],
        description,
      };
    case 'place':
      return {
        type: ['string', 'null'],
        pattern: '^[a-z][a-z0-9]*:[0-9]+$',
        description,
        examples: ['place:23232534'],
      };
    case 'flag':
    case 'mark':
      return { type: 'boolean', description };
  }
}

/** Under `was`, texts have no limits: sources write what they like. */
function propertyBefore(field: CorrectionField): Property {
  const { description, kind } = field;
  return kind === 'text' || kind === 'address' ? { type: ['string', 'null'], description } : propertyOf(field);
}

function properties(fields: readonly CorrectedField[], property: (field: CorrectionField) => Property): Property {
  return Object.fromEntries(fields.map((field) => [correctionKey(field), property(CORRECTION_FIELDS[field])]));
}

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
          ...properties(CORRECTED_FIELDS, propertyOf),
          was: {
            type: ['object', 'null'],
            additionalProperties: false,
            description: 'What the source said when it was corrected. Lectern reports if it says something else.',
            properties: properties(
              CORRECTED_FIELDS.filter((field) => !isOwnField(field)),
              propertyBefore,
            ),
          },
        },
      },
    },
  },
} as const;
