import { embeddedTalksAnswer } from '../embed/embedded-talks.ts';
import { elementScriptAnswer } from '../embed/element-script.ts';
import type { Route } from './route.ts';

/** What puts talks on other sites. */
export const EMBED_ROUTES: readonly Route[] = [
  {
    path: '/embed/talks',
    name: 'embeddedTalks',
    summary: 'Talks for a page on another site',
    description:
      'HTML that any site may frame. It takes the parameters of a search; without `from` it is about today and later. ' +
      '`layout` is `list`, `compact`, `table`, `cards` or `month`, `theme` is `auto`, `light` or `dark`, `paging=true` ' +
      'adds links to the pages before and after, and `fragment=true` gives the list alone, without scripts and styles.',
    gives: 'The list',
    tag: 'pages',
    kind: 'page',
    ofCatalogue: true,
    answer: embeddedTalksAnswer,
  },
  {
    path: '/embed/{version}/lectern-talks.js',
    name: 'elementScript',
    summary: 'Custom element that shows talks on any page',
    description: 'A module without dependencies. The script of a version never changes.',
    gives: 'The script',
    tag: 'pages',
    kind: 'data',
    idIs: 'The version of the element, as `1`',
    ofCatalogue: false,
    mediaTypes: ['text/javascript'],
    schema: { type: 'string' },
    answer: elementScriptAnswer,
  },
];
