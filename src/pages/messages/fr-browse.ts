import type { Messages } from './en.js';

export const frBrowse: Messages['browse'] = {
  talks: 'Conférences',
  talksInSeries: 'Conférences de cette série',
  talksInCollection: 'Conférences de cette collection',
};
