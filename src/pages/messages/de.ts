import { deBrowse } from './de-browse.ts';
import { deHelp } from './de-help.ts';
import { deSearch } from './de-search.ts';
import { deTalk } from './de-talk.ts';
import type { Messages } from './en.ts';

export const de: Messages = {
  site: {
    skip: 'Zum Inhalt springen',
    navigation: 'Hauptmenü',
    search: 'Suche',
    calendar: 'Kalender',
    browse: 'Stöbern',
    about: 'Über diese Seiten',
    help: 'Hilfe',
    developers: 'Für Entwickler',
    languages: 'Sprache',
    programs: 'Alles hier ist auch für Programme lesbar: als JSON, XML, Kalender und Feeds.',
    breadcrumbs: 'Sie sind hier',
    home: 'Start',
  },
  list: {
    none: 'Es gibt keine Vorträge.',
    next: 'Weiter',
    previous: 'Zurück',
    pages: 'Seiten',
    page: (page, of) => `Seite ${String(page)} von ${String(of)}`,
    talks: (count) => (count === 1 ? '1 Vortrag' : `${grouped(count)} Vorträge`),
    upcoming: (count) => `${grouped(count)} bevorstehend`,
    cancelled: 'Abgesagt',
    preparation: 'In Vorbereitung',
    online: 'Online',
    remove: 'Entfernen:',
  },
  follow: {
    title: 'Abonnieren',
    text: 'Abonnieren Sie diese Vorträge in Ihrem Kalender; Änderungen erscheinen auch dort.',
    apple: 'Apple Kalender und andere',
    google: 'Google Kalender',
    outlook: 'Outlook.com',
    office: 'Outlook (Arbeit oder Studium)',
    file: 'Kalenderdatei',
    talksBy: (name) => `Vorträge von ${name}`,
    talksOn: (topic) => `Vorträge zu ${topic}`,
  },
  errors: {
    home: 'Zur Startseite',
    search: 'Vorträge suchen',
    code: (status) => `Fehler ${String(status)}`,
    detail: 'Im Einzelnen',
    'bad-request': {
      title: 'Diese Adresse ist nicht zu verstehen',
      text: 'Ein Teil der Adresse hat nicht die erwartete Form.',
    },
    'not-found': {
      title: 'Unter dieser Adresse gibt es nichts',
      text: 'Der Vortrag oder die Liste wurde vielleicht entfernt, oder die Adresse stimmt nicht ganz.',
    },
    'method-not-allowed': {
      title: 'Hier kann nur gelesen werden',
      text: 'An diese Adresse lässt sich nichts senden.',
    },
    'not-acceptable': {
      title: 'In dieser Form gibt es die Seite nicht',
      text: 'Der Inhalt ist vorhanden, aber nicht in der Form, die Ihr Programm verlangt.',
    },
    'request-timeout': {
      title: 'Die Anfrage brauchte zu lange, um anzukommen',
      text: 'Bitte versuchen Sie es noch einmal.',
    },
    'headers-too-large': { title: 'Die Adresse ist zu lang', text: 'Bitte fragen Sie nach weniger auf einmal.' },
    internal: {
      title: 'Hier ist etwas schiefgegangen',
      text: 'Der Fehler wurde aufgezeichnet. Bitte versuchen Sie es später noch einmal.',
    },
    unavailable: {
      title: 'Der Dienst kann gerade nicht antworten',
      text: 'Er erholt sich von selbst; bitte versuchen Sie es gleich noch einmal.',
    },
  },
  talk: deTalk,
  search: deSearch,
  browse: deBrowse,
  help: deHelp,
};

const NUMBERS = new Intl.NumberFormat('de');

function grouped(count: number): string {
  return NUMBERS.format(count);
}
