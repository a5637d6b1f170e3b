import type { Messages } from './en.js';

export const frHelp: Messages['help'] = {
  aboutTitle: 'À propos',
  helpTitle: 'Aide',
};
