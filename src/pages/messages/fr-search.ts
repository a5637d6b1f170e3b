import type { Messages } from './en.js';

export const frSearch: Messages['search'] = {
  title: 'Conférences',
  lead: 'Cours, séminaires et autres rencontres, pour les personnes et pour les programmes.',
  next: 'Prochainement',
  programs: 'Pour les programmes',
  programsSearch: 'Une recherche des conférences à partir d’aujourd’hui',
  programsEntry: 'Le point d’entrée, qui mène à tout',
  programsDocs: 'L’interface expliquée',
};
