import type { Messages } from './en.js';

export const deBrowse: Messages['browse'] = {
  talks: 'Vorträge',
  talksInSeries: 'Vorträge in dieser Reihe',
  talksInCollection: 'Vorträge in dieser Sammlung',
};
