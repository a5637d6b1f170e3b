/** Calendars, browse lists, and the pages of whatever lists talks. */
export const enBrowse = {
  talks: 'Talks',
  talksInSeries: 'Talks in this series',
  talksInCollection: 'Talks in this collection',
};
