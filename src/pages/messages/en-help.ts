/** The pages about the service itself. */
export const enHelp = {
  aboutTitle: 'About',
  helpTitle: 'Help',
};
