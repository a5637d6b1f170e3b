import type { Messages } from './en.js';

export const deHelp: Messages['help'] = {
  aboutTitle: 'Über diese Seiten',
  helpTitle: 'Hilfe',
};
