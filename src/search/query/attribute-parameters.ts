import { ATTENDANCE_FORM, AUDIENCE_FORM, BOOLEAN_FORM, HAS_FORM, STATUS_FORM } from './value-forms.ts';

const optional = { repeatable: false, operations: ['search'], requiredBy: [] } as const;
const repeatable = { ...optional, repeatable: true } as const;

/** The parameters of AttributeFilters. */
export const ATTRIBUTE_PARAMETERS = {
  status: {
    ...repeatable,
    name: 'status',
    form: STATUS_FORM,
    description: '`published`, `preparation` or `cancelled`: talks with this status.',
    example: 'published',
  },
  attendance: {
    ...repeatable,
    name: 'attendance',
    form: ATTENDANCE_FORM,
    description:
      '`online`: talks with an online address. `in_person`: talks at a venue, or with location details other than ' +
      '“Online” and the like. Talks in both forms match both.',
    example: 'online',
  },
  has: {
    ...repeatable,
    name: 'has',
    form: HAS_FORM,
    description: '`recording` or `slides`: talks with such material.',
    example: 'recording',
  },
  audience: {
    ...repeatable,
    name: 'audience',
    form: AUDIENCE_FORM,
    description:
      '`public`: talks whose audience is said to be everyone, as in “Public” or “All welcome”. `members`: talks for ' +
      'members, staff or students of an institution, and nobody else. Talks that say neither match neither.',
    example: 'public',
  },
  free: {
    ...optional,
    name: 'free',
    form: BOOLEAN_FORM,
    description:
      'With `true`, talks whose cost says that they are free; with `false`, all others, also those without a cost.',
    example: true,
  },
  bookingRequired: {
    ...optional,
    name: 'booking_required',
    form: BOOLEAN_FORM,
    description: 'With `true`, talks that say that booking is required; with `false`, all others.',
    example: false,
  },
  evening: {
    ...optional,
    name: 'evening',
    form: BOOLEAN_FORM,
    description:
      "With `true`, talks that start at 17:00 or later, in the service's time zone; with `false`, earlier ones.",
    example: true,
  },
} as const;
