import { assetAnswer } from '../pages/brand-files.ts';
import { browseNamesAnswer, browseTreeAnswer } from '../pages/browse-pages.ts';
import {
  agendaPageAnswer,
  calendarDayAnswer,
  calendarStartAnswer,
  monthPageAnswer,
  roomsPageAnswer,
  weekPageAnswer,
} from '../pages/calendar-pages.ts';
import {
  cardAnswer,
  aboutPageAnswer,
  helpPageAnswer,
  privacyPageAnswer,
  talkPageAnswer,
  talkCodeAnswer,
} from '../pages/talk-page.ts';
import { displayPageAnswer } from '../pages/display-page.ts';
import { documentationPage, documentationPartPage } from '../pages/api-reference-page.ts';
import { IMAGE_TYPES } from '#catalogue/image.ts';
import { imageAnswer } from '../pages/image-folder.ts';
import { homePageAnswer } from '../pages/home-page.ts';
import * as lists from '../pages/list-pages.ts';
import { myTalksPageAnswer } from '../pages/my-talks-page.ts';
import { robotsAnswer, sitemapAnswer, sitemapPartAnswer } from '../pages/crawler-files.ts';
import { OLD_ROUTES, withText } from './old-routes.ts';
import { DIGEST_ROUTES } from '../digest/digest-answer.ts';
import { EMBED_ROUTES } from './embed-routes.ts';
import type { Route } from './route.ts';
import { searchPageAnswer } from '../pages/search-page.ts';
import { sourcePageAnswer } from '../pages/source-status.ts';

const LIKE_SEARCH =
  'HTML, for people. It takes the parameters of a search; without `from` it is about today and later.';
const WITH_FILTERS = 'HTML, for people. It takes the parameters of a search that are not about days.';

/** Routes for people, and for programs that read pages. */
export const PAGE_ROUTES: readonly Route[] = [
  page('/', 'home', 'The home page', homePageAnswer),
  { ...page('/search', 'searchPage', 'Search talks, for people', searchPageAnswer), redirects: true },
  withText(page('/talks/id/{id}', 'talkPage', "A talk's page", talkPageAnswer), {
    address: (links, id) => links.talk(id),
    shows: 'itself',
  }),
  withText(listPage('/talks/series/id/{id}', 'seriesPage', "A series' page", lists.seriesPageAnswer), {
    address: (links, id) => links.series(id),
    shows: 'to come',
  }),
  withText(
    listPage('/user/lists/id/{id}', 'collectionPage', "A public collection's page", lists.collectionPageAnswer),
    {
      address: (links, id) => links.collection(id),
      shows: 'to come',
    },
  ),
  withText(listPage('/talks/persons/id/{id}', 'personPage', "A person's page", lists.personPageAnswer), {
    address: (links, id) => links.person(id),
    shows: 'all',
  }),
  withText(listPage('/talks/department/id/{id}', 'departmentPage', "A department's page", lists.departmentPageAnswer), {
    address: (links, id) => links.department(id),
    shows: 'to come',
  }),
  listPage('/talks/venues/id/{id}', 'venuePage', "A venue's page", lists.venuePageAnswer),
  withText(
    { ...page('/talks/topics/id', 'topicPage', "A topic's page", lists.topicPageAnswer), takes: 'topic page' },
    {
      address: (links) => links.topic,
      shows: 'to come',
    },
  ),
  {
    ...page('/calendar', 'calendar', 'The calendar of a day', calendarStartAnswer),
    description: `Leads to the week (or, by \`view\`, to the \`month\`, \`day\`, \`rooms\` or \`agenda\`) of today or of the \`day\` (\`yyyy-mm-dd\`). It takes the parameters of a search that are not about days.`,
    redirects: true,
    ofCatalogue: false,
  },
  calendar('/calendar/month/{id}', 'monthPage', 'A month of talks', monthPageAnswer),
  calendar('/calendar/week/{id}', 'weekPage', 'A week of talks', weekPageAnswer),
  calendar('/calendar/day/{id}', 'calendarDay', 'A day of talks', calendarDayAnswer),
  calendar('/calendar/rooms/{id}', 'roomsPage', 'A day of talks by room', roomsPageAnswer),
  { ...page('/agenda', 'agendaPage', 'Talks day by day', agendaPageAnswer), description: LIKE_SEARCH },
  {
    ...page('/my-talks', 'myTalks', 'Talks that a reader has chosen', myTalksPageAnswer),
    description:
      'HTML, for people: the talks of the parameter `talk`. Without it, a script asks for those of the browser.',
  },
  {
    ...page('/display', 'displayPage', 'Current and upcoming talks, for screens', displayPageAnswer),
    description: `${WITH_FILTERS} \`theme=light\` or \`dark\` is for screens that cannot say which they are.`,
  },
  ...EMBED_ROUTES,
  ...DIGEST_ROUTES,
  browsePage('/browse/series', 'browseSeries', 'Series by title', browseNamesAnswer('series')),
  browsePage('/browse/departments', 'browseDepartments', 'The tree of departments', browseTreeAnswer('departments')),
  browsePage('/browse/people', 'browsePeople', 'People by family name', browseNamesAnswer('people')),
  browsePage('/browse/topics', 'browseTopics', 'Topics by name', browseNamesAnswer('topics')),
  browsePage('/browse/venues', 'browseVenues', 'The tree of venues', browseTreeAnswer('venues')),
  browsePage(
    '/browse/collections',
    'browseCollections',
    'Public collections by title',
    browseNamesAnswer('collections'),
  ),
  ...OLD_ROUTES,
  { ...page('/about', 'about', 'About the service', aboutPageAnswer), ofCatalogue: false },
  { ...page('/help', 'help', 'How to use the pages', helpPageAnswer), ofCatalogue: false },
  { ...page('/privacy', 'privacy', 'What is kept and logged', privacyPageAnswer), ofCatalogue: false },
  {
    ...page('/status/sources/{id}', 'sourcePage', 'The state of a source', sourcePageAnswer),
    ofCatalogue: false,
    isUncached: true,
  },
  { ...page('/docs/api', 'documentation', 'The API reference', documentationPage), ofCatalogue: false },
  {
    ...page('/docs/api/{id}', 'documentationPart', 'A part of the API reference', documentationPartPage),
    ofCatalogue: false,
  },
  {
    path: '/assets/{id}',
    name: 'asset',
    summary: 'Stylesheet, script, font or image of the pages',
    description: 'Under a name that changes with it.',
    gives: 'The file',
    tag: 'pages',
    kind: 'data',
    ofCatalogue: false,
    mediaTypes: ['text/css', 'text/javascript', 'font/woff2', 'image/svg+xml', 'image/png', 'image/jpeg', 'image/webp'],
    schema: { type: 'string' },
    answer: assetAnswer,
  },
  image('/images/{id}', 'image'),
  image('/images/{folder}/{name}', 'imageInFolder'),
  {
    path: '/cards/{id}',
    name: 'card',
    summary: 'Preview image of a talk, for shared links',
    description: 'PNG, 1200 by 630: the slug of the talk with `.png` behind it.',
    gives: 'The picture',
    tag: 'pages',
    kind: 'data',
    ofCatalogue: true,
    mediaTypes: ['image/png'],
    schema: { type: 'string' },
    answer: cardAnswer,
  },
  {
    path: '/qr/{id}',
    name: 'talkCode',
    summary: "QR code of a talk's page, for posters",
    description: 'SVG: the slug of the talk with `.svg` behind it.',
    gives: 'The picture',
    tag: 'pages',
    kind: 'data',
    ofCatalogue: true,
    mediaTypes: ['image/svg+xml'],
    schema: { type: 'string' },
    answer: talkCodeAnswer,
  },
  {
    ...data('/sitemap.xml', 'sitemap', 'The sitemap', sitemapAnswer),
    description: 'Of every page that search engines may list (sitemaps.org): an index of its parts.',
    gives: 'Addresses of its parts',
    ofCatalogue: true,
    mediaTypes: ['application/xml'],
  },
  {
    ...data('/sitemap-{id}.xml', 'sitemapPart', 'A part of the sitemap', sitemapPartAnswer),
    description: 'As the index of them names it.',
    gives: 'Addresses of pages',
    ofCatalogue: true,
    mediaTypes: ['application/xml'],
  },
  {
    ...data('/robots.txt', 'robots', 'Rules for crawlers', robotsAnswer),
    description: 'Searches and calendars, which have no end; and where the sitemap is (RFC 9309).',
    gives: 'The rules',
    mediaTypes: ['text/plain'],
  },
];

function page(path: string, name: string, summary: string, answer: Route['answer']): Route {
  return {
    path,
    name,
    summary,
    description: 'HTML, for people.',
    gives: 'The page',
    tag: 'pages',
    kind: 'page',
    ofCatalogue: true,
    answer,
  };
}

function image(path: string, name: string): Route {
  return {
    path,
    name,
    summary: 'Picture of a talk, series or person',
    description: "From the operator's folder of pictures.",
    gives: 'The picture',
    tag: 'pages',
    kind: 'data',
    ofCatalogue: false,
    mediaTypes: [...new Set(Object.values(IMAGE_TYPES))],
    schema: { type: 'string' },
    answer: imageAnswer,
  };
}

/** The page of something that lists talks. */
function listPage(path: string, name: string, summary: string, answer: Route['answer']): Route {
  return { ...page(path, name, summary, answer), takes: 'list page' };
}

function calendar(path: string, name: string, summary: string, answer: Route['answer']): Route {
  return { ...page(path, name, summary, answer), description: WITH_FILTERS };
}

function browsePage(path: string, name: string, summary: string, answer: Route['answer']): Route {
  return { ...page(path, name, summary, answer), takes: 'browse page' };
}

function data(path: string, name: string, summary: string, answer: Route['answer']) {
  const schema = { type: 'string' };
  return { path, name, summary, tag: 'pages', kind: 'data', ofCatalogue: false, schema, answer } as const;
}
