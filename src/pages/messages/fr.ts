import type { Messages } from './en.ts';
import { frBrowse } from './fr-browse.ts';
import { frHelp } from './fr-help.ts';
import { frSearch } from './fr-search.ts';
import { frTalk } from './fr-talk.ts';

export const fr: Messages = {
  site: {
    skip: 'Aller au contenu',
    navigation: 'Site',
    search: 'Recherche',
    calendar: 'Calendrier',
    browse: 'Parcourir',
    about: 'À propos',
    help: 'Aide',
    developers: 'Pour les développeurs',
    languages: 'Langue',
    programs: 'Tout ce qui est ici peut aussi être lu par des programmes : JSON, XML, calendriers et flux.',
    breadcrumbs: 'Vous êtes ici',
    home: 'Accueil',
  },
  list: {
    none: 'Il n’y a pas de conférences.',
    next: 'Suivant',
    previous: 'Précédent',
    pages: 'Pages',
    page: (page, of) => `Page ${String(page)} sur ${String(of)}`,
    talks: (count) => (count < 2 ? `${String(count)} conférence` : `${grouped(count)} conférences`),
    upcoming: (count) => `${grouped(count)} à venir`,
    cancelled: 'Annulée',
    preparation: 'En préparation',
    online: 'En ligne',
    remove: 'Retirer :',
  },
  follow: {
    title: 'S’abonner',
    text: 'Suivez ces conférences dans votre agenda ; ce qui change ici y change aussi.',
    apple: 'Calendrier Apple et autres',
    google: 'Google Agenda',
    outlook: 'Outlook.com',
    office: 'Outlook (travail ou études)',
    file: 'Fichier d’agenda',
    talksBy: (name) => `Conférences de ${name}`,
    talksOn: (topic) => `Conférences sur ${topic}`,
  },
  errors: {
    home: 'Aller à la page d’accueil',
    search: 'Chercher des conférences',
    code: (status) => `Erreur ${String(status)}`,
    detail: 'Détails',
    'bad-request': {
      title: 'Cette adresse n’est pas comprise',
      text: 'Une partie de l’adresse n’a pas la forme attendue.',
    },
    'not-found': {
      title: 'Il n’y a rien à cette adresse',
      text: 'La conférence ou la liste a peut-être été retirée, ou l’adresse n’est pas tout à fait juste.',
    },
    'method-not-allowed': { title: 'Lecture seule', text: 'Rien ne peut être envoyé à cette adresse.' },
    'not-acceptable': {
      title: 'Cette page n’existe pas sous cette forme',
      text: 'Ce qui est demandé existe, mais pas sous la forme que votre programme demande.',
    },
    'request-timeout': { title: 'La demande a mis trop de temps à arriver', text: 'Veuillez réessayer.' },
    'headers-too-large': { title: 'L’adresse est trop longue', text: 'Veuillez demander moins de choses à la fois.' },
    internal: {
      title: 'Une erreur s’est produite ici',
      text: 'Elle a été consignée. Veuillez réessayer plus tard.',
    },
    unavailable: {
      title: 'Le service ne peut pas répondre pour l’instant',
      text: 'Il reviendra de lui-même ; veuillez réessayer dans un moment.',
    },
  },
  talk: frTalk,
  search: frSearch,
  browse: frBrowse,
  help: frHelp,
};

const NUMBERS = new Intl.NumberFormat('fr');

function grouped(count: number): string {
  return NUMBERS.format(count);
}
