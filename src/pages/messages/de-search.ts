import type { Messages } from './en.js';

export const deSearch: Messages['search'] = {
  title: 'Vorträge',
  lead: 'Vorlesungen, Seminare und andere Veranstaltungen, für Menschen und Programme.',
  next: 'Als Nächstes',
  programs: 'Für Programme',
  programsSearch: 'Eine Suche nach den Vorträgen ab heute',
  programsEntry: 'Der Einstieg, der zu allem führt',
  programsDocs: 'Die Schnittstelle, erklärt',
};
