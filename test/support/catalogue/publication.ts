import type { Publication } from '#representations/representation.ts';

/** Default publication settings for tests. */
export const publication: Publication = {
  baseUrl: 'https://talks.example.org',
  placesUrl: '//places.example.org/places/',
  mapsUrl: null,
  timeZone: 'Europe/London',
  links: 'paths',
  uidForm: 'slug',
};
