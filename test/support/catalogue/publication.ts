import type { Publication } from '#representations/representation.ts';

/** What tests publish under, unless they are about that. */
export const publication: Publication = {
  baseUrl: 'https://talks.example.org',
  placesUrl: '//places.example.org/places/',
  mapsUrl: null,
  timeZone: 'Europe/London',
  links: 'paths',
  uidForm: 'slug',
};
