import type { Publication } from '#representations/representation.ts';

/** Publication settings of tests that are about something else. */
export const publication: Publication = {
  baseUrl: 'https://talks.example.org',
  placesUrl: '//places.example.org/places/',
  mapsUrl: null,
  timeZone: 'Europe/London',
  links: 'paths',
  uidForm: 'slug',
};
