import { DEPTH_FORM, KIND_FORM, LETTER_FORM, PLACE_FORM, ROLE_FORM } from './value-forms.ts';

const optional = { repeatable: false, requiredBy: [] } as const;

/** The parameters of suggestions, lists of names and the tree of places that searches do not have. */
export const NAME_LIST_PARAMETERS = {
  letter: {
    ...optional,
    name: 'letter',
    form: LETTER_FORM,
    operations: ['name list', 'browse page'],
    description:
      'Only names that begin with this letter, with or without accents (family names of people); `#` for all other names.',
    example: 'N',
  },
  under: {
    ...optional,
    name: 'under',
    form: PLACE_FORM,
    operations: ['places', 'browse page'],
    description: 'Identifier of a place: lists what is directly below it in the tree.',
    example: 'place:23232546',
  },
  role: {
    ...optional,
    name: 'role',
    form: ROLE_FORM,
    operations: ['places'],
    description:
      '`department` lists places that organise talks, `venue` those where talks are held. `department` unless given.',
    example: 'venue',
    default: 'department',
  },
  depth: {
    ...optional,
    name: 'depth',
    form: DEPTH_FORM,
    operations: ['places'],
    description: 'Levels of the tree, from 1 to 5. 1 unless given.',
    example: 2,
    default: 1,
  },
  kind: {
    ...optional,
    repeatable: true,
    name: 'kind',
    form: KIND_FORM,
    operations: ['suggest'],
    description: 'Kind of name to suggest. Without it, all kinds.',
    example: 'person',
  },
} as const;
