import { enBrowse } from './en-browse.ts';
import { enHelp } from './en-help.ts';
import { enSearch } from './en-search.ts';
import { enTalk } from './en-talk.ts';

/**
 * All that pages say, in English. The other languages have the same keys, or do not compile. What counts or inserts is
 * a function. Whatever a catalogue holds is inserted by the page, never here: it is of no known language.
 */
export const en = {
  site: {
    skip: 'Skip to the content',
    navigation: 'Site',
    search: 'Search',
    calendar: 'Calendar',
    browse: 'Browse',
    about: 'About',
    help: 'Help',
    developers: 'For developers',
    languages: 'Language',
    programs: 'Everything here can also be read by programs, as JSON, XML, calendars and feeds.',
    breadcrumbs: 'Where you are',
    home: 'Start',
  },
  list: {
    none: 'There are no talks.',
    next: 'Next',
    previous: 'Previous',
    pages: 'Pages',
    page: (page: number, of: number): string => `Page ${String(page)} of ${String(of)}`,
    talks: (count: number): string => (count === 1 ? '1 talk' : `${grouped(count)} talks`),
    upcoming: (count: number): string => (count === 1 ? '1 to come' : `${grouped(count)} to come`),
    cancelled: 'Cancelled',
    preparation: 'In preparation',
    online: 'Online',
    remove: 'Remove:',
  },
  follow: {
    title: 'Subscribe',
    text: 'Follow these talks in your calendar; what changes here changes there.',
    apple: 'Apple Calendar and others',
    google: 'Google Calendar',
    outlook: 'Outlook.com',
    office: 'Outlook (work or school)',
    file: 'Calendar file',
    /** Of a subscription: what the reader's calendar calls it. */
    talksBy: (name: string): string => `Talks by ${name}`,
    talksOn: (topic: string): string => `Talks on ${topic}`,
  },
  errors: {
    home: 'Go to the start page',
    search: 'Search the talks',
    code: (status: number): string => `Error ${String(status)}`,
    detail: 'In detail',
    'bad-request': {
      title: 'This address cannot be understood',
      text: 'Part of it is not in the form that it should have.',
    },
    'not-found': {
      title: 'There is nothing at this address',
      text: 'The talk or list may have been removed, or the address is not quite right.',
    },
    'method-not-allowed': { title: 'This can only be read', text: 'Nothing can be sent to this address.' },
    'not-acceptable': {
      title: 'There is no such form of this page',
      text: 'What was asked for is there, but not in the form that your program asked for.',
    },
    'request-timeout': { title: 'The request took too long to arrive', text: 'Please try again.' },
    'headers-too-large': { title: 'The address is too long', text: 'Please ask for fewer things at once.' },
    internal: { title: 'Something went wrong here', text: 'It has been written down. Please try again later.' },
    unavailable: {
      title: 'The service cannot answer just now',
      text: 'It will be back by itself; please try again in a moment.',
    },
  },
  talk: enTalk,
  search: enSearch,
  browse: enBrowse,
  help: enHelp,
};

export type Messages = typeof en;

const NUMBERS = new Intl.NumberFormat('en');

function grouped(count: number): string {
  return NUMBERS.format(count);
}
