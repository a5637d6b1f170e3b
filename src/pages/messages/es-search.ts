import type { Messages } from './en.js';

export const esSearch: Messages['search'] = {
  title: 'Charlas',
  lead: 'Conferencias, seminarios y otros actos, para personas y para programas.',
  next: 'Lo próximo',
  programs: 'Para programas',
  programsSearch: 'Una búsqueda de las charlas a partir de hoy',
  programsEntry: 'El punto de entrada, que lleva a todo',
  programsDocs: 'La interfaz explicada',
};
