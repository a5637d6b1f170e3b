import type { Messages } from './en.js';

export const esHelp: Messages['help'] = {
  aboutTitle: 'Acerca de',
  helpTitle: 'Ayuda',
};
