import type { Messages } from './en.ts';
import { esBrowse } from './es-browse.ts';
import { esHelp } from './es-help.ts';
import { esSearch } from './es-search.ts';
import { esTalk } from './es-talk.ts';

export const es: Messages = {
  site: {
    skip: 'Ir al contenido',
    navigation: 'Sitio',
    search: 'Buscar',
    calendar: 'Calendario',
    browse: 'Explorar',
    about: 'Acerca de',
    help: 'Ayuda',
    developers: 'Para desarrolladores',
    languages: 'Idioma',
    programs: 'Todo lo que hay aquí también lo pueden leer programas: JSON, XML, calendarios y canales.',
    breadcrumbs: 'Usted está aquí',
    home: 'Inicio',
  },
  list: {
    none: 'No hay charlas.',
    next: 'Siguiente',
    previous: 'Anterior',
    pages: 'Páginas',
    page: (page, of) => `Página ${String(page)} de ${String(of)}`,
    talks: (count) => (count === 1 ? '1 charla' : `${grouped(count)} charlas`),
    upcoming: (count) => (count === 1 ? '1 próxima' : `${grouped(count)} próximas`),
    cancelled: 'Cancelada',
    preparation: 'En preparación',
    online: 'En línea',
    remove: 'Quitar:',
  },
  follow: {
    title: 'Suscribirse',
    text: 'Siga estas charlas en su calendario; lo que cambia aquí cambia también allí.',
    apple: 'Calendario de Apple y otros',
    google: 'Google Calendar',
    outlook: 'Outlook.com',
    office: 'Outlook (trabajo o estudios)',
    file: 'Archivo de calendario',
    talksBy: (name) => `Charlas de ${name}`,
    talksOn: (topic) => `Charlas sobre ${topic}`,
  },
  errors: {
    home: 'Ir a la página de inicio',
    search: 'Buscar charlas',
    code: (status) => `Error ${String(status)}`,
    detail: 'Detalles',
    'bad-request': {
      title: 'No se entiende esta dirección',
      text: 'Una parte de la dirección no tiene la forma que debería.',
    },
    'not-found': {
      title: 'No hay nada en esta dirección',
      text: 'Puede que se haya retirado la charla o la lista, o que la dirección no sea del todo correcta.',
    },
    'method-not-allowed': { title: 'Solo se puede leer', text: 'No se puede enviar nada a esta dirección.' },
    'not-acceptable': {
      title: 'Esta página no existe en esa forma',
      text: 'Lo que se pide existe, pero no en la forma que pide su programa.',
    },
    'request-timeout': { title: 'La petición tardó demasiado en llegar', text: 'Inténtelo de nuevo.' },
    'headers-too-large': { title: 'La dirección es demasiado larga', text: 'Pida menos cosas a la vez.' },
    internal: { title: 'Algo ha fallado aquí', text: 'El error ha quedado registrado. Inténtelo de nuevo más tarde.' },
    unavailable: {
      title: 'El servicio no puede responder ahora',
      text: 'Volverá por sí solo; inténtelo de nuevo en un momento.',
    },
  },
  talk: esTalk,
  search: esSearch,
  browse: esBrowse,
  help: esHelp,
};

const NUMBERS = new Intl.NumberFormat('es');

function grouped(count: number): string {
  return NUMBERS.format(count);
}
