import { PLACE_FORM, SLUG_FORM, TOPIC_FORM } from './value-forms.ts';

const repeatable = { repeatable: true, operations: ['search'], requiredBy: [] } as const;

/** The parameters that exclude talks from a search. A hyphen is short for `without_`: see `readQuery`. */
export const EXCLUSIONS = {
  withoutSpeaker: {
    ...repeatable,
    name: 'without_speaker',
    form: SLUG_FORM,
    description: 'Slug of a speaker: leaves out talks by that person.',
    example: 'b2a6bd2c-5f2e-4c3a-9f0e-6d9f7e1c2a34',
  },
  withoutSeries: {
    ...repeatable,
    name: 'without_series',
    form: SLUG_FORM,
    description: 'Slug of a series: leaves out its talks.',
    example: '4d1f0a52-8a43-4f7e-b6b4-2f0a3c1d9e80',
  },
  withoutVenue: {
    ...repeatable,
    name: 'without_venue',
    form: PLACE_FORM,
    description: 'Identifier of a place: leaves out talks held there, and in everything inside it.',
    example: 'place:23232534',
  },
  withoutDepartment: {
    ...repeatable,
    name: 'without_organising_department',
    form: PLACE_FORM,
    description: 'Identifier of an organisation: leaves out talks that it, or anything under it, organises.',
    example: 'place:23232546',
  },
  withoutTopic: {
    ...repeatable,
    name: 'without_topic',
    form: TOPIC_FORM,
    description: 'URI of a topic: leaves out talks on it.',
    example: 'http://id.worldcat.org/fast/1012163',
  },
} as const;
