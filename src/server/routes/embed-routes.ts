import { builderPageAnswer } from '../embed/builder-page.ts';
import { embeddedTalksAnswer } from '../embed/embedded-talks-answer.ts';
import { oembedAnswer } from '../embed/oembed-answer.ts';
import { elementScriptAnswer } from '../embed/element-script.ts';
import type { Route } from './route.ts';

/** The route whose pages other sites frame. */
export const EMBEDDED_TALKS = 'embeddedTalks';

/** Talks on other sites. */
export const EMBED_ROUTES: readonly Route[] = [
  {
    path: '/embed',
    name: 'embedBuilder',
    summary: 'Put talks on another site',
    description: 'HTML, for people: a form that gives the lines to copy. It takes the parameters of a search.',
    gives: 'The page',
    tag: 'pages',
    kind: 'page',
    ofCatalogue: true,
    redirects: true,
    answer: builderPageAnswer,
  },
  {
    path: '/embed/talks',
    name: EMBEDDED_TALKS,
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
    ofCatalogue: false,
    mediaTypes: ['text/javascript'],
    schema: { type: 'string' },
    answer: elementScriptAnswer,
  },
  {
    path: '/oembed',
    name: 'oembed',
    summary: 'How a page is embedded on another site',
    description:
      'oEmbed (oembed.com): `url` is the address of a page with talks, `format` is `json` or `xml`, `maxwidth` and ' +
      '`maxheight` are CSS pixels. A frame with the talks of the page.',
    gives: 'A frame',
    tag: 'pages',
    kind: 'data',
    ofCatalogue: true,
    mediaTypes: ['application/json', 'text/xml'],
    schema: { type: 'object' },
    answer: oembedAnswer,
  },
];
