import type { Messages } from './en.js';

export const esBrowse: Messages['browse'] = {
  talks: 'Charlas',
  talksInSeries: 'Charlas de esta serie',
  talksInCollection: 'Charlas de esta colección',
};
